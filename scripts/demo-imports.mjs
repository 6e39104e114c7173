/**
 * Creates the files of the books in the import list of the demo, in `server/demo/media/imports/`. Run it manually when a text
 * changes: `node scripts/demo-imports.mjs` (Node 24). It needs espeak-ng, flite and ffmpeg of Debian and the
 * fonts of the demo covers. The files are committed, so other commands do not need these tools.
 */
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { drawCover } from './demo-pictures/draw-cover.ts';
import { epubFiles } from '../server/features/exports/export-epub.ts';
import { seedOf } from '../server/demo/content/demo-books.ts';
import { importedBooks } from '../server/demo/content/imported-books.ts';
import { encode, endSpeech, languageTag, rate, speakChapter } from '../server/demo/media/speech.mjs';

/** @typedef {import('../server/demo/content/imported-books.ts').ImportedBookText} Imported */

const root = join(import.meta.dirname, '../server/demo/media/imports');
/** A low bit rate, because the files are part of the repository. */
const bitrate = '24k';
const writtenAt = new Date('2026-11-22T12:00:00Z');
/** @type {Readonly<Record<string, import('../server/demo/media/speech.mjs').Voice>>} */
const voices = {
  'The Tide Clerk': { flite: 'slt', stretch: 1.08 },
  'El reloj de la estación': { espeak: 'es+f2', speed: 142, pitch: 44 },
};
/** @type {Readonly<Record<string, readonly [import('./demo-pictures/draw-cover.ts').CoverStyle, number]>>} */
const styles = { 'The Tide Clerk': ['waves', 1], 'El reloj de la estación': ['swiss', 2] };

/** @param {Imported} book */
function coverOf({ name, author, language }) {
  const [style, palette] = styles[name] ?? [];
  const svg = drawCover({ title: name, author, language, seed: seedOf(name) }, style, palette);
  return sharp(Buffer.from(svg), { density: 144 })
    .resize(500, 750)
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
}

/**
 * @param {Imported} book
 * @param {Buffer} cover
 * @param {string} path
 */
async function writeEpub(book, cover, path) {
  const chapters = book.chapters.map(({ name, texts }) => ({
    code: '',
    name,
    duration: 0,
    audio: null,
    texts: texts.map((text) => ({ code: '', text })),
  }));
  const about = {
    ...book,
    format: /** @type {const} */ ('lectern-book'),
    version: /** @type {const} */ (1),
    category_code: null,
    sub_category_code: null,
    code: 'the-tide-clerk',
    narrator: '',
    year: 2026,
    isbn: '',
    publisher: '',
    imprint: '',
    chapters,
  };
  const zip = new ZipFile();
  for (const [name, text] of epubFiles(about, { hasCover: true, modified: writtenAt }))
    zip.addBuffer(Buffer.from(text), name, { compress: name !== 'mimetype', mtime: writtenAt });
  zip.addBuffer(cover, 'EPUB/cover.jpg', { compress: false, mtime: writtenAt });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/**
 * Writes an audio file with tags, cover, chapter markers and the spoken text of each chapter.
 * @param {Imported} book
 * @param {string} cover
 * @param {string} path
 */
function writeAudio(book, cover, path) {
  const voice = voices[book.name];
  if (!voice) throw new Error(`Nobody speaks ${book.name}.`);
  /** @type {import('../server/demo/media/speech.mjs').Mark[]} */
  const marks = [];
  /** @type {Buffer[]} */
  const clips = [];
  let offset = 0;
  book.chapters.forEach((chapter, index) => {
    const count = book.spoken?.[index] ?? chapter.texts.length;
    if (count === 0) return;
    const clip = speakChapter({ ...chapter, texts: chapter.texts.slice(0, count) }, voice);
    const end = offset + clip.length / 2 / rate;
    marks.push({ name: chapter.name, start: offset, end });
    clips.push(clip);
    offset = end;
  });
  const tags = { title: book.name, artist: book.author, album: book.name, genre: 'Audiobook', date: '2026' };
  const about = book.hasEpub ? tags : { ...tags, comment: book.description };
  const language = languageTag[book.language];
  encode(Buffer.concat(clips), path, { kind: 'm4b', tags: { ...about, language }, marks, bitrate, cover });
}

rmSync(root, { recursive: true, force: true });
for (const book of importedBooks) {
  const folder = join(root, book.folder);
  mkdirSync(folder, { recursive: true });
  const cover = await coverOf(book);
  const image = join(root, 'cover.jpg');
  writeFileSync(image, cover);
  if (book.hasEpub) await writeEpub(book, cover, join(folder, `${book.folder}.epub`));
  writeAudio(book, image, join(folder, `${book.folder}.m4b`));
  rmSync(image);
}
endSpeech();
