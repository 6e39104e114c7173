import { expect, test } from 'vitest';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { makeEpub } from '#server/testing/epub-files';
import { readAudio } from '../parsers/audio.ts';
import { readCue } from '../parsers/cue.ts';
import { readEpub } from '../parsers/epub.ts';
import { sourceOfBuffer } from '#server/core/media/source';
import { groupIntoBooks } from './group.ts';
import { makeProposal } from './make-proposal.ts';
import type { ReadFile } from './read-file.ts';

async function read(path: string, bytes: Buffer): Promise<ReadFile> {
  const base = { path, size: bytes.length };
  if (path.endsWith('.epub')) return { ...base, kind: 'epub', found: await readEpub(sourceOfBuffer(bytes)) };
  if (path.endsWith('.cue')) return { ...base, kind: 'cue', spreadsheet: readCue(bytes) };
  return { ...base, kind: 'audio', found: await readAudio(sourceOfBuffer(bytes)) };
}

/** Returns the proposals of a batch in readable form. */
async function batch(files: Readonly<Record<string, Buffer | Promise<Buffer>>>) {
  const all = await Promise.all(Object.entries(files).map(async ([path, bytes]) => read(path, await bytes)));
  const paths = all.map(({ path }) => path);
  const proposals = [];
  for (const book of groupIntoBooks(all)) {
    const { proposal } = await makeProposal(book, (path) => paths.indexOf(path));
    const { fields, chapters, warnings } = proposal;
    proposals.push({
      name: fields.name.value,
      author: fields.author.value,
      files: [...(book.epub ? [book.epub.path] : []), ...book.audio.map(({ path }) => path)],
      chapters: chapters.map(({ name }) => name),
      proposal,
      warnings: warnings.map(({ kind }) => kind),
    });
  }
  return proposals;
}

const mp3 = (tags: Record<string, string> = {}, seconds = 2) => makeMp3({ seconds, tags });

test('creates a book from a folder of MP3s, with one chapter per file in natural order', async () => {
  const [book, ...rest] = await batch({
    'Ada Marsh - The Lighthouse/10 The morning.mp3': mp3(),
    'Ada Marsh - The Lighthouse/2 - The storm.mp3': mp3(),
    'Ada Marsh - The Lighthouse/01. The Lighthouse - The lamp.mp3': mp3(),
  });
  expect(rest).toEqual([]);
  expect(book).toMatchObject({
    name: 'The Lighthouse',
    author: 'Ada Marsh',
    chapters: ['The lamp', 'The storm', 'The morning'],
    warnings: [],
  });
});

test('orders files by tags only when each has a unique position', async () => {
  const album = { TALB: 'The Lighthouse' };
  const [tagged] = await batch({
    'x/a.mp3': mp3({ ...album, TRCK: '2', TIT2: 'Two' }),
    'x/b.mp3': mp3({ ...album, TRCK: '1', TIT2: 'One' }),
  });
  expect(tagged?.chapters).toEqual(['One', 'Two']);
  const [doubled] = await batch({
    'x/a.mp3': mp3({ ...album, TRCK: '2', TIT2: 'Two' }),
    'x/b.mp3': mp3({ ...album, TRCK: '2', TIT2: 'One' }),
  });
  expect(doubled?.chapters).toEqual(['Two', 'One']);
});

test('does not name chapters after a title that all files have', async () => {
  const same = { TALB: 'The Lighthouse', TIT2: 'The Lighthouse' };
  const [book] = await batch({ 'x/01 The lamp.mp3': mp3(same), 'x/02 The storm.mp3': mp3(same) });
  expect(book).toMatchObject({ name: 'The Lighthouse', chapters: ['The lamp', 'The storm'] });
});

test('merges folders of discs into one book, and creates one book per other folder', async () => {
  const books = await batch({
    'Set/The Lighthouse/CD 2/01.mp3': mp3(),
    'Set/The Lighthouse/CD 1/01.mp3': mp3(),
    'Set/The Harbour/01.mp3': mp3(),
    'Set/The Harbour/02.mp3': mp3(),
  });
  expect(books.map(({ name, files }) => [name, files])).toEqual([
    ['The Harbour', ['Set/The Harbour/01.mp3', 'Set/The Harbour/02.mp3']],
    ['The Lighthouse', ['Set/The Lighthouse/CD 1/01.mp3', 'Set/The Lighthouse/CD 2/01.mp3']],
  ]);
});

test('creates one book per M4B and EPUB, and merges those with the same name', async () => {
  const books = await batch({
    'one.m4b': makeM4b({ tags: { '©nam': 'One', '©alb': 'One' } }),
    'two.m4b': makeM4b({ tags: { '©nam': 'Two', '©alb': 'Two' } }),
    'One.epub': makeEpub({ title: 'One' }),
    'Three.epub': makeEpub({ title: 'Three' }),
  });
  expect(books.map(({ name, files }) => [name, files])).toEqual([
    ['One', ['One.epub', 'one.m4b']],
    ['Three', ['Three.epub']],
    ['Two', ['two.m4b']],
  ]);
});

test('creates chapters from the markers of an M4B and of a cue sheet beside an MP3', async () => {
  const cue =
    'FILE "book.mp3" MP3\n TRACK 01 AUDIO\n  TITLE "The lamp"\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  TITLE "The storm"\n  INDEX 01 00:01:37\n';
  const [withCue] = await batch({ 'b/book.mp3': mp3({}, 4), 'b/book.cue': Buffer.from(cue) });
  expect(withCue?.chapters).toEqual(['The lamp', 'The storm']);
  expect(withCue?.proposal.audios.map(({ start }) => Math.round(start * 100) / 100)).toEqual([0, 1.49]);
  const [m4b] = await batch({
    'b.m4b': makeM4b({
      chapters: [
        { title: 'The lamp', start: 0 },
        { title: 'The storm', start: 1 },
      ],
    }),
  });
  expect(m4b?.chapters).toEqual(['The lamp', 'The storm']);
});

test('pairs text and audio of one book chapter by chapter', async () => {
  const paragraphs = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `This is the passage with the number ${index}, and it was the one that he had to read.`,
    );
  const [book, ...rest] = await batch({
    'b/book.epub': makeEpub({
      chapters: [
        { title: 'The lamp', paragraphs: paragraphs(20) },
        { title: 'The storm', paragraphs: paragraphs(40) },
        { title: 'The morning', paragraphs: paragraphs(30) },
      ],
    }),
    'b/01.mp3': mp3({}, 20),
    'b/02.mp3': mp3({}, 40),
    'b/03.mp3': mp3({}, 30),
  });
  expect(rest).toEqual([]);
  expect(
    book?.proposal.chapters.map(({ name, audio, texts }) => [name, audio?.file, texts[0]?.text]),
  ).toEqual([
    ['The lamp', 1, 0],
    ['The storm', 2, 1],
    ['The morning', 3, 2],
  ]);
  for (const { confidence, reason } of book?.proposal.chapters ?? []) {
    expect(confidence).toBeGreaterThan(0.7);
    expect(reason).toMatch(/^Same position and matching duration/);
  }
  expect(book?.warnings).toEqual([]);
});

test('warns of a declared language that differs from the text', async () => {
  const message =
    'Bir gün deniz feneri için çok güzel bir gece oldu ve o da bunu gördü ama sonra ne olduğunu kimse bilmedi. ';
  const [book] = await batch({
    'a.epub': makeEpub({ language: 'en', chapters: [{ title: 'Bir', paragraphs: [message.repeat(10)] }] }),
  });
  expect(book?.warnings).toEqual(['language']);
  expect(book?.proposal.fields.language.candidates.map(({ value, source }) => [value, source])).toEqual([
    ['3', 'epub'],
    ['1', 'text'],
  ]);
});

test('skips chapter markers above the limit of a book, with a warning', async () => {
  const chapters = Array.from({ length: 501 }, (_, index) => ({
    title: `M ${index}`,
    start: index,
    end: index + 1,
  }));
  const markedMp3 = () => makeMp3({ seconds: 600, tags: { TALB: 'Marks' }, chapters });
  const files = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [`Marks/${index + 1}.mp3`, markedMp3()]),
  );
  const [book] = await batch(files);
  expect(book?.chapters).toHaveLength(6);
  expect(book?.proposal.warnings).toMatchObject([
    {
      kind: 'limit',
      message:
        'The audio has 3,006 chapter markers, but a book can have up to 3,000 chapters. Each file was imported as one chapter.',
    },
  ]);
});

const nine = Array.from({ length: 9 }, (_, index) => ({
  title: `Part ${['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][index]}`,
  paragraphs: [`This is the text with the number ${index}. `.repeat(12)],
}));

test('keeps all nine short texts of one audio file without markers, each with its share of the audio', async () => {
  const [book] = await batch({
    'b/book.epub': makeEpub({
      chapters: [{ title: 'Copyright', paragraphs: ['All rights reserved.'] }, ...nine],
    }),
    'b/book.mp3': mp3({}, 90),
  });
  const chapters = book?.proposal.chapters ?? [];
  expect(chapters.map(({ name, texts }) => [name, texts.map(({ text }) => text)])).toEqual(
    nine.map(({ title }, index) => [title, [index + 1]]),
  );
  expect(chapters[0]?.audio?.start).toBe(0);
  for (const [index, { audio }] of chapters.entries()) {
    expect(audio?.end).toBeGreaterThan(audio?.start ?? 0);
    if (index > 0) expect(audio?.start).toBe(chapters[index - 1]?.audio?.end);
  }
  expect(chapters.at(-1)?.audio?.end).toBe(book?.proposal.audios[0]?.end);
  expect(book?.proposal.excluded).toMatchObject([
    { kind: 'text', name: 'Copyright', characters: 29, text: 0, reason: 'Front matter without audio.' },
  ]);
  expect(book?.proposal.warnings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('times of 9 chapters are estimated'),
  );
});

test('assigns every text to a chapter when there are several audio files', async () => {
  const [book] = await batch({
    'b/book.epub': makeEpub({ chapters: nine }),
    'b/01.mp3': mp3({}, 50),
    'b/02.mp3': mp3({}, 40),
  });
  expect(book?.proposal.chapters.flatMap(({ texts }) => texts.map(({ text }) => text))).toEqual([
    ...nine.keys(),
  ]);
  expect(book?.proposal.excluded).toEqual([]);
});

test('excludes an audio file that is a duplicate of another one, and lists it', async () => {
  const same = mp3({}, 3);
  const files = { 'b/01.mp3': mp3({}, 2), 'b/02.mp3': same, 'b/03.mp3': same };
  const all = await Promise.all(Object.entries(files).map(([path, bytes]) => read(path, bytes)));
  const paths = Object.keys(files);
  const [book] = groupIntoBooks(all);
  if (!book) throw new Error('There is no book.');
  const { proposal } = await makeProposal(book, (path) => paths.indexOf(path), {
    hashOf: (path) => (path === 'b/01.mp3' ? 'a' : 'b'),
  });
  expect(proposal.chapters.map(({ audio }) => audio?.file)).toEqual([0, 1]);
  expect(proposal.excluded).toMatchObject([{ kind: 'audio', name: 'b/03.mp3', file: 2 }]);
  expect(proposal.warnings.map(({ kind, path }) => [kind, path])).toEqual([['duplicate', 'b/03.mp3']]);
});
