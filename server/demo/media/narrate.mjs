/**
 * Speaks the texts of the complete books into `audio/` and writes what was measured to
 * `../content/narration.ts`. Run by hand when a text changes: `node server/demo/media/narrate.mjs [slug…]`
 * (Node 24). Needs Debian's espeak-ng, flite and ffmpeg. The files are committed, so nobody else needs them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeBookTexts } from '../content/complete-books.ts';
import { toSlug } from '../content/to-slug.ts';

const here = import.meta.dirname;
const scratch = mkdtempSync(join(tmpdir(), 'narrate-'));
const target = join(here, '../content/narration.ts');
const rate = 24_000;

/** flite's recorded voices are warmer than formants, but speak English only. */
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

/** Books kept in one file, with the container each proves. */
const wholeFiles = { 'a-short-walk-through-deep-time': 'mp3', 'cuaderno-de-sal': 'm4b' };

/** Takes the buzz off a synthetic voice and gives it a small room. */
const polish = [
  'highpass=f=75',
  'equalizer=f=3200:t=q:w=1.1:g=-4',
  'equalizer=f=220:t=q:w=1:g=2',
  'lowpass=f=8500',
  'aecho=0.85:0.7:23|41:0.10|0.06',
].join(',');

const languageTag = { 1: 'tur', 2: 'por', 3: 'eng', 4: 'spa' };

function run(command, args) {
  return execFileSync(command, args, { maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });
}

function ffmpeg(...args) {
  return run('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-threads', '1', ...args]);
}

function speak(text, voice) {
  const plain = text.replace(/[“”«»]/g, '').replace(/’/g, "'").replace(/\s*—\s*/g, ', ');
  const wav = join(scratch, 'piece.wav');
  const script = join(scratch, 'piece.txt');
  writeFileSync(script, plain);
  if (voice.flite) {
    run('flite', ['-voice', voice.flite, '--setf', `duration_stretch=${voice.stretch}`, '-f', script, '-o', wav]);
  } else {
    const manner = ['-v', voice.espeak, '-s', String(voice.speed), '-p', String(voice.pitch)];
    run('espeak-ng', [...manner, '-f', script, '-w', wav]);
  }
  return ffmpeg('-i', wav, '-af', polish, '-ar', String(rate), '-ac', '1', '-f', 's16le', '-');
}

const pause = (seconds) => Buffer.alloc(2 * Math.round(seconds * rate));

function speakChapter(chapter, voice) {
  const pieces = [pause(0.35), speak(`${chapter.name}.`, voice), pause(0.8)];
  for (const text of chapter.texts) pieces.push(speak(text, voice), pause(0.75));
  return Buffer.concat(pieces);
}

const codecs = {
  opus: ['-c:a', 'libopus', '-b:a', '20k', '-application', 'voip'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '32k'],
  m4b: ['-c:a', 'aac', '-b:a', '32k', '-movflags', '+faststart', '-f', 'ipod'],
};

function encode(pcm, file, kind, tags, marks = []) {
  const raw = join(scratch, 'chapter.raw');
  const notes = join(scratch, 'tags.txt');
  writeFileSync(raw, pcm);
  const lines = [';FFMETADATA1', ...Object.entries(tags).map(([key, value]) => `${key}=${value}`)];
  for (const mark of marks) {
    lines.push('[CHAPTER]', 'TIMEBASE=1/1000', `START=${Math.round(mark.start * 1000)}`);
    lines.push(`END=${Math.round(mark.end * 1000)}`, `title=${mark.name}`);
  }
  writeFileSync(notes, `${lines.join('\n')}\n`);
  const source = ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', raw, '-i', notes];
  const exact = ['-fflags', '+bitexact', '-flags:a', '+bitexact'];
  ffmpeg(...source, '-map', '0:a', '-map_metadata', '1', '-af', 'loudnorm=I=-18:TP=-2:LRA=9',
    '-ar', String(rate), ...exact, ...codecs[kind], join(here, file));
}

function measure(file) {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', join(here, file)];
  return Math.round(Number(run('ffprobe', args).toString().trim()) * 100) / 100;
}

function narrateWhole(book, slug, kind, voice) {
  const marks = [];
  const parts = [];
  let at = 0;
  for (const chapter of book.chapters) {
    const part = speakChapter(chapter, voice);
    const end = at + part.length / 2 / rate;
    marks.push({ name: chapter.name, start: Math.round(at * 100) / 100, end: Math.round(end * 100) / 100 });
    parts.push(part);
    at = end;
  }
  const file = `audio/${slug}.${kind}`;
  const tags = { title: book.name, artist: book.author, album: book.name, genre: 'Audiobook' };
  encode(Buffer.concat(parts), file, kind, { ...tags, language: languageTag[book.language] }, marks);
  const chapters = marks.map(({ start, end }) => ({ start, end, durationSeconds: Math.round(end - start) }));
  return { audio: file, durationSeconds: Math.round(measure(file)), chapters };
}

function narrateChapters(book, slug, voice) {
  const chapters = book.chapters.map((chapter, index) => {
    const audio = `audio/${slug}-${index + 1}.opus`;
    const tags = { title: chapter.name, artist: book.author, album: book.name };
    const place = { track: `${index + 1}/${book.chapters.length}`, language: languageTag[book.language] };
    encode(speakChapter(chapter, voice), audio, 'opus', { ...tags, ...place });
    return { audio, durationSeconds: Math.round(measure(audio)) };
  });
  return { durationSeconds: chapters.reduce((sum, each) => sum + each.durationSeconds, 0), chapters };
}

function toSource(value, indent = '') {
  if (Array.isArray(value)) {
    const items = value.map((each) => `${indent}  ${toSource(each, `${indent}  `)},\n`);
    return `[\n${items.join('')}${indent}]`;
  }
  if (value && typeof value === 'object') {
    const flat = Object.values(value).every((each) => typeof each !== 'object');
    const pairs = Object.entries(value).map(([key, each]) => {
      const name = /^[a-z]\w*$/i.test(key) ? key : `'${key}'`;
      return `${name}: ${toSource(each, flat ? indent : `${indent}  `)}`;
    });
    return flat ? `{ ${pairs.join(', ')} }` : `{\n${pairs.map((pair) => `${indent}  ${pair},\n`).join('')}${indent}}`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}

mkdirSync(join(here, 'audio'), { recursive: true });
const wanted = process.argv.slice(2);
const known = wanted.length > 0 ? (await import(target)).narration : {};
const narration = {};
for (const book of completeBookTexts) {
  const slug = toSlug(book.name);
  if (wanted.length > 0 && !wanted.includes(slug)) {
    narration[slug] = known[slug];
    continue;
  }
  const voice = voices[slug];
  const kind = wholeFiles[slug];
  narration[slug] = kind ? narrateWhole(book, slug, kind, voice) : narrateChapters(book, slug, voice);
  console.log(slug, narration[slug].durationSeconds, 's');
}
writeFileSync(
  target,
  `// Written by media/narrate.mjs from the audio files themselves.
import type { BookNarration } from './demo-types.ts';

export const narration: Readonly<Record<string, BookNarration>> = ${toSource(narration)};
`,
);
rmSync(scratch, { recursive: true });
