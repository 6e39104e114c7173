import { expect, test } from 'vitest';
import { sourceOfBuffer } from '#server/core/media/source';
import { type EpubChapter, makeEpub } from '#server/testing/epub-files';
import { readEpub } from './epub.ts';

interface Line {
  readonly title: string;
  /** Characters of its page after its heading. Without a page the entry has no link. */
  readonly length?: number;
  readonly lines?: readonly Line[];
}

const words = (length: number): string[] =>
  Array.from({ length: Math.ceil(length / 1000) }, (_, index) =>
    'word '.repeat(Math.min(1000, length - index * 1000) / 5),
  );

/** Reads an EPUB with a tree of contents, one page per entry. */
async function readTree(lines: readonly Line[]) {
  const chapters: EpubChapter[] = [];
  const listOf = (inner: readonly Line[]): string =>
    `<ol>${inner
      .map(({ title, length, lines: deeper = [] }) => {
        if (length !== undefined) chapters.push({ title, paragraphs: words(length) });
        const label =
          length === undefined ? `<span>${title}</span>` : `<a href="c${chapters.length}.xhtml">${title}</a>`;
        return `<li>${label}${deeper.length > 0 ? listOf(deeper) : ''}</li>`;
      })
      .join('')}</ol>`;
  const contents = listOf(lines);
  const { texts } = await readEpub(sourceOfBuffer(await makeEpub({ chapters, contents })));
  // Every heading and every text item is in exactly one text, in order.
  const all = texts.flatMap(({ items }) => items.map((item) => item.trim()));
  expect(all).toEqual(
    chapters.flatMap(({ title, paragraphs = [] }) => [title, ...paragraphs.map((text) => text.trim())]),
  );
  return texts;
}

const numberedChapters = (
  count: number,
  {
    name,
    length,
    lines,
  }: {
    readonly name: string;
    readonly length: number;
    readonly lines?: ((number: number) => readonly Line[]) | undefined;
  },
): Line[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `${name} ${index + 1}`,
    length,
    ...(lines && { lines: lines(index + 1) }),
  }));

const titles = (texts: readonly { title: string }[]) => texts.map(({ title }) => title);
const longest = (texts: readonly { items: readonly string[] }[]) =>
  Math.max(...texts.map(({ items }) => items.reduce((sum, item) => sum + item.length, 0)));

test('splits a novel whose only part has hundreds of chapters', async () => {
  const texts = await readTree([
    { title: 'Preface', length: 2000 },
    { title: 'The Novel', length: 0, lines: numberedChapters(400, { name: 'Chapter', length: 2000 }) },
    { title: 'Afterword', length: 2000 },
  ]);
  expect(texts).toHaveLength(402);
  expect(longest(texts)).toBeLessThan(3000);
});

test('does not replace usual chapters with hundreds of sections', async () => {
  const texts = await readTree(
    numberedChapters(25, {
      name: 'Chapter',
      length: 1000,
      lines: () => numberedChapters(20, { name: 'Section', length: 700 }),
    }),
  );
  expect(titles(texts)).toEqual(
    numberedChapters(25, { name: 'Chapter', length: 0 }).map(({ title }) => title),
  );
});

test('chooses chapters below parts of an hour each', async () => {
  const texts = await readTree(
    numberedChapters(4, {
      name: 'Part',
      length: 0,
      lines: (part) => numberedChapters(8, { name: `Lamp ${part}`, length: 7000 }),
    }),
  );
  expect(texts).toHaveLength(32);
  expect(titles(texts)[8]).toBe('Lamp 2 1');
  expect(texts[8]?.items.slice(0, 2)).toEqual(['Part 2', 'Lamp 2 1']);
});

test('chooses the deepest level with usual chapters among books, parts and chapters', async () => {
  const texts = await readTree(
    numberedChapters(3, {
      name: 'Book',
      length: 0,
      lines: () =>
        numberedChapters(4, {
          name: 'Part',
          length: 0,
          lines: () => numberedChapters(6, { name: 'Lamp', length: 9000 }),
        }),
    }),
  );
  expect(texts).toHaveLength(72);
  expect(texts[0]?.items.slice(0, 3)).toEqual(['Book 1', 'Part 1', 'Lamp 1']);
});

test('splits only a chapter that is far too long at its sections', async () => {
  const texts = await readTree([
    ...numberedChapters(10, {
      name: 'Chapter',
      length: 15_000,
      lines: () => numberedChapters(3, { name: 'Section', length: 2000 }),
    }),
    { title: 'The long one', length: 1000, lines: numberedChapters(12, { name: 'Night', length: 20_000 }) },
  ]);
  expect(titles(texts).slice(8)).toEqual([
    'Chapter 9',
    'Chapter 10',
    'The long one',
    ...numberedChapters(12, { name: 'Night', length: 0 }).map(({ title }) => title),
  ]);
});

test('splits a text that is much longer than its contents suggest at its headings', async () => {
  const body = Array.from(
    { length: 20 },
    (_, index) => `<h3>Night ${index + 1}</h3><p>${'word '.repeat(3000)}</p>`,
  ).join('');
  const { texts } = await readEpub(
    sourceOfBuffer(
      await makeEpub({
        chapters: [
          { title: 'All of it', body },
          { title: 'Notes', paragraphs: ['A note.'] },
        ],
      }),
    ),
  );
  expect(titles(texts)).toEqual([...Array.from({ length: 20 }, (_, index) => `Night ${index + 1}`), 'Notes']);
  expect(texts[0]?.items.slice(0, 2)).toEqual(['All of it', 'Night 1']);
});

test('adds the part to chapters with the same title', async () => {
  const texts = await readTree([
    { title: 'Part One', length: 0, lines: numberedChapters(3, { name: 'Chapter', length: 9000 }) },
    { title: 'Part Two', lines: numberedChapters(3, { name: 'Chapter', length: 9000 }) },
  ]);
  expect(titles(texts)).toEqual(
    ['Part One', 'Part Two'].flatMap((part) => [1, 2, 3].map((number) => `${part}: Chapter ${number}`)),
  );
});

test.each([
  'Part One',
  'PART II',
  'Book the First',
  'Teil 1',
  'Erster Teil',
  'Birinci Kısım',
  'Primera parte',
  'Parte I',
  'Première partie',
  'Часть первая',
  'Volume 2',
  'Act I',
])('merges the page of %j that has only a heading with the next chapter', async (part) => {
  const texts = await readTree([
    { title: part, length: 0 },
    { title: 'The lamp', length: 5000 },
    { title: 'The storm', length: 5000 },
    { title: 'The morning', length: 5000 },
  ]);
  expect(titles(texts)).toEqual(['The lamp', 'The storm', 'The morning']);
  expect(texts[0]?.items.slice(0, 2)).toEqual([part, 'The lamp']);
});

test('creates a chapter from a part with text, and from a heading that is no part', async () => {
  const texts = await readTree([
    { title: 'Part One', length: 3000 },
    { title: 'The lamp', length: 5000 },
    { title: 'Silence', length: 0 },
    { title: 'The storm', length: 5000 },
  ]);
  expect(titles(texts)).toEqual(['Part One', 'The lamp', 'Silence', 'The storm']);
});

test('creates a separate text from a contents page that the contents do not list', async () => {
  const chapters = [
    { title: 'The Lighthouse', paragraphs: ['Ada Marsh'] },
    { title: 'Contents', paragraphs: ['The lamp', 'The storm'] },
    { title: 'The lamp', paragraphs: words(5000) },
    { title: 'The storm', paragraphs: words(5000) },
  ];
  const contents =
    '<ol><li><a href="c3.xhtml">The lamp</a></li><li><a href="c4.xhtml">The storm</a></li></ol>';
  const { texts } = await readEpub(sourceOfBuffer(await makeEpub({ chapters, contents })));
  expect(titles(texts)).toEqual(['The Lighthouse', 'Contents', 'The lamp', 'The storm']);
});
