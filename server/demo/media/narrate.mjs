/**
 * Records the texts of the complete books in `audio/` with speech synthesis, and writes the measured values to `../content/narration.ts`.
 * Run manually when a text changes: `node server/demo/media/narrate.mjs [slug…]` (Node 24). It needs Debian's espeak-ng, flite and ffmpeg.
 * The files are committed, so other developers do not need these programs.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeBookTexts } from '../content/complete-books.ts';
import { toSlug } from '../content/to-slug.ts';
import { encode, endSpeech, languageTag, rate, run, speakChapter } from './speech.mjs';

const here = import.meta.dirname;
const target = join(here, '../content/narration.ts');

/** The recorded voices of flite are more natural than formant synthesis, but support English only. */
const voices = {
  'the-lighthouse-keepers-almanac': { flite: 'slt', stretch: 1.12 },
  'a-short-walk-through-deep-time': { flite: 'rms', stretch: 1.06 },
  'the-clockmaker-of-pennyfold': { flite: 'slt', stretch: 1.18 },
  'vapurun-son-seferi': { espeak: 'tr', speed: 138, pitch: 38 },
  'nar-agacinin-masali': { espeak: 'tr+f2', speed: 134, pitch: 46 },
  'yildizlara-bakan-kasaba': { espeak: 'tr+m3', speed: 140, pitch: 42 },
  'a-casa-das-mares': { espeak: 'pt+f2', speed: 140, pitch: 44 },
  'o-gato-que-lia-mapas': { espeak: 'pt+f4', speed: 138, pitch: 50 },
  'pequeno-tratado-do-pao': { espeak: 'pt', speed: 140, pitch: 36 },
  'la-biblioteca-bajo-la-lluvia': { espeak: 'es+f2', speed: 144, pitch: 45 },
  'cuaderno-de-sal': { espeak: 'es+f4', speed: 134, pitch: 42 },
  'el-inspector-y-los-naranjos': { espeak: 'es', speed: 146, pitch: 36 },
};

/** Books with a single audio file, each with the container that it demonstrates. */
const wholeFiles = { 'a-short-walk-through-deep-time': 'mp3', 'cuaderno-de-sal': 'm4b' };

function measure(file) {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', join(here, file)];
  return Math.round(Number(run('ffprobe', args).toString().trim()) * 100) / 100;
}

function narrateWhole(book, slug, { kind, voice }) {
  const marks = [];
  const clips = [];
  let position = 0;
  for (const chapter of book.chapters) {
    const clip = speakChapter(chapter, voice);
    const end = position + clip.length / 2 / rate;
    marks.push({ name: chapter.name, start: Math.round(position * 100) / 100, end: Math.round(end * 100) / 100 });
    clips.push(clip);
    position = end;
  }
  const file = `audio/${slug}.${kind}`;
  const tags = { title: book.name, artist: book.author, album: book.name, genre: 'Audiobook' };
  const language = languageTag[book.language];
  encode(Buffer.concat(clips), join(here, file), { kind, tags: { ...tags, language }, marks });
  const chapters = marks.map(({ start, end }) => ({ start, end, durationSeconds: Math.round(end - start) }));
  return { audio: file, durationSeconds: Math.round(measure(file)), chapters };
}

function narrateChapters(book, slug, voice) {
  const chapters = book.chapters.map((chapter, index) => {
    const audio = `audio/${slug}-${index + 1}.opus`;
    const tags = { title: chapter.name, artist: book.author, album: book.name };
    const tagOptions = { track: `${index + 1}/${book.chapters.length}`, language: languageTag[book.language] };
    encode(speakChapter(chapter, voice), join(here, audio), { kind: 'opus', tags: { ...tags, ...tagOptions } });
    return { audio, durationSeconds: Math.round(measure(audio)) };
  });
  return { durationSeconds: chapters.reduce((sum, chapter) => sum + chapter.durationSeconds, 0), chapters };
}

function toSource(value, indent = '') {
  if (Array.isArray(value)) {
    const items = value.map((item) => `${indent}  ${toSource(item, `${indent}  `)},\n`);
    return `[\n${items.join('')}${indent}]`;
  }
  if (value && typeof value === 'object') {
    const flat = Object.values(value).every((item) => typeof item !== 'object');
    const pairs = Object.entries(value).map(([key, item]) => {
      const name = /^[a-z]\w*$/i.test(key) ? key : `'${key}'`;
      return `${name}: ${toSource(item, flat ? indent : `${indent}  `)}`;
    });
    return flat ? `{ ${pairs.join(', ')} }` : `{\n${pairs.map((pair) => `${indent}  ${pair},\n`).join('')}${indent}}`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}

mkdirSync(join(here, 'audio'), { recursive: true });
const names = process.argv.slice(2);
const existing = names.length > 0 ? (await import(target)).narration : {};
const narration = {};
for (const book of completeBookTexts) {
  const slug = toSlug(book.name);
  if (names.length > 0 && !names.includes(slug)) {
    narration[slug] = existing[slug];
    continue;
  }
  const voice = voices[slug];
  const kind = wholeFiles[slug];
  narration[slug] = kind ? narrateWhole(book, slug, { kind, voice }) : narrateChapters(book, slug, voice);
  console.log(slug, narration[slug].durationSeconds, 's');
}
writeFileSync(
  target,
  `// Written by media/narrate.mjs from the audio files themselves.
import type { BookNarration } from './demo-types.ts';

export const narration: Readonly<Record<string, BookNarration>> = ${toSource(narration)};
`,
);
endSpeech();
