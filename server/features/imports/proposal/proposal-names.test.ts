import { expect, test } from 'vitest';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeMp3 } from '#server/testing/audio-files';
import { makeEpub } from '#server/testing/epub-files';
import { readAudio } from '../parsers/audio.ts';
import { readEpub } from '../parsers/epub.ts';
import { groupIntoBooks } from './group.ts';
import { makeProposal } from './make-proposal.ts';
import type { ReadFile } from './read-file.ts';

async function read(path: string, bytes: Buffer): Promise<ReadFile> {
  const base = { path, size: bytes.length };
  return path.endsWith('.epub')
    ? { ...base, kind: 'epub', found: await readEpub(sourceOfBuffer(bytes)) }
    : { ...base, kind: 'audio', found: await readAudio(sourceOfBuffer(bytes)) };
}

/** Returns the names in the only proposal of these files. */
async function proposalOf(files: Readonly<Record<string, Buffer | Promise<Buffer>>>) {
  const all = await Promise.all(Object.entries(files).map(async ([path, bytes]) => read(path, await bytes)));
  const paths = all.map(({ path }) => path);
  const [book, ...others] = groupIntoBooks(all);
  if (!book || others.length > 0) throw new Error(`These are ${others.length + 1} books.`);
  const { proposal } = await makeProposal(book, (path) => paths.indexOf(path));
  const { name, author, year } = proposal.fields;
  return {
    name: name.value,
    names: name.candidates.map(({ value }) => value),
    author: author.value,
    authors: author.candidates.map(({ value }) => value),
    year: year.value,
    chapters: proposal.chapters.map((chapter) => chapter.name),
    order: book.audio.map(({ path }) => path),
  };
}

const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
const padNumber = (number: number) => String(number).padStart(2, '0');
const tracks = (nameOf: (number: number) => string) =>
  Object.fromEntries(numbers.map((number) => [nameOf(number), makeMp3()]));

test.each([
  ['Track 7', (number: number) => `The Lighthouse/Track ${number}.mp3`, 'Track 7'],
  ['Track 07', (number: number) => `The Lighthouse/Track ${padNumber(number)}.mp3`, 'Track 7'],
  [
    '07 - Track 07',
    (number: number) => `The Lighthouse/${padNumber(number)} - Track ${padNumber(number)}.mp3`,
    'Track 7',
  ],
  ['07 Track', (number: number) => `The Lighthouse/${padNumber(number)} Track.mp3`, 'Track 7'],
  [
    'The Lighthouse - Track 07',
    (number: number) => `The Lighthouse/The Lighthouse - Track ${padNumber(number)}.mp3`,
    'Track 7',
  ],
  ['Track_07', (number: number) => `The Lighthouse/Track_${padNumber(number)}.mp3`, 'Track 7'],
  ['Bölüm 07', (number: number) => `The Lighthouse/Bölüm ${padNumber(number)}.mp3`, 'Bölüm 7'],
  ['Kayıt-07', (number: number) => `The Lighthouse/Kayıt-${padNumber(number)}.mp3`, 'Kayıt 7'],
])('keeps the numbers of 60 files without tags such as %j', async (_, nameOf, seventh) => {
  const { chapters } = await proposalOf(tracks(nameOf));
  expect(chapters).toHaveLength(60);
  expect(new Set(chapters).size).toBe(60);
  expect(chapters[6]).toBe(seventh);
});

test('orders files by the disc in the album title, and removes it from names', async () => {
  const disc = (number: number, track: string) =>
    makeMp3({
      tags: { TALB: `The Lighthouse (Disc ${number})`, TRCK: track, TIT2: `Chapter ${number}.${track}` },
    });
  expect(
    await proposalOf({
      'x/a.mp3': disc(2, '1'),
      'x/b.mp3': disc(1, '2'),
      'x/c.mp3': disc(2, '2'),
      'x/d.mp3': disc(1, '1'),
    }),
  ).toMatchObject({
    name: 'The Lighthouse',
    order: ['x/d.mp3', 'x/b.mp3', 'x/a.mp3', 'x/c.mp3'],
    chapters: ['Chapter 1.1', 'Chapter 1.2', 'Chapter 2.1', 'Chapter 2.2'],
  });
});

test.each([
  ['Book [CD 2]/01.mp3', 'Book [CD 1]/01.mp3'],
  ['Book Disc 2 of 2/01.mp3', 'Book Disc 1 of 2/01.mp3'],
])('creates one book from folders with a disc in the name: %s', async (second, first) => {
  const tags = { TALB: 'The Lighthouse', TRCK: '1' };
  const files = { [`x/${second}`]: makeMp3({ tags }), [`x/${first}`]: makeMp3({ tags }) };
  expect(await proposalOf(files)).toMatchObject({
    name: 'The Lighthouse',
    order: [`x/${first}`, `x/${second}`],
  });
});

test('uses the year in brackets unless the tags have another one', async () => {
  const album = { TALB: 'The Lighthouse (2019)' };
  expect(await proposalOf({ 'x/1.mp3': makeMp3({ tags: album }) })).toMatchObject({
    name: 'The Lighthouse',
    names: ['The Lighthouse', '1', 'The Lighthouse (2019)'],
    year: '2019',
  });
  expect(await proposalOf({ 'x/1.mp3': makeMp3({ tags: { ...album, TYER: '1924' } }) })).toMatchObject({
    name: 'The Lighthouse',
    year: '1924',
  });
});

test.each([
  ['Ada Marsh - The Lighthouse (2019)', 'Ada Marsh'],
  ['Ada Marsh - 2019 - The Lighthouse', 'Ada Marsh'],
  ['(2019) The Lighthouse', ''],
  ['[2019] Ada Marsh - The Lighthouse', 'Ada Marsh'],
])('reads title, author and year in the folder %j', async (folder, author) => {
  expect(await proposalOf({ [`${folder}/1.mp3`]: makeMp3(), [`${folder}/2.mp3`]: makeMp3() })).toMatchObject({
    name: 'The Lighthouse',
    author,
    year: '2019',
  });
});

test('removes additions from the title of an EPUB, and the address from its author', async () => {
  const epub = makeEpub({ title: 'The Lighthouse (1924)', author: 'by Ada Marsh <ada@example.org>' });
  expect(await proposalOf({ 'a.epub': epub })).toMatchObject({
    name: 'The Lighthouse',
    year: '1924',
    author: 'Ada Marsh',
    authors: ['Ada Marsh'],
  });
  const only = makeEpub({ title: '1984', author: 'ada@example.org' });
  expect(await proposalOf({ 'a.epub': only })).toMatchObject({ name: '1984', year: '', author: '' });
});
