import fastJson from 'fast-json-stringify';
import { expect, test } from 'vitest';
import { books } from '#contract/books/books';
import { envelopeOf, pageOf } from '#contract/core/envelope';
import { createChunkWriter } from './respond-in-chunks.ts';
import { toJsonSchema } from './routes.ts';

const chapter = (id: number, texts: number, name = `Chapter ${id}`) => ({
  id,
  code: `CH-${id}`,
  name,
  duration: 60,
  track_url: null,
  secret: 'never sent',
  text_items: Array.from({ length: texts }, (_, index) => ({
    id: index + 1,
    code: `T-${index}`,
    text: 'A passage of some length, with "quotes".',
    ...(index % 2 === 0 && { start: index }),
  })),
});
const book = (id: number, chapters?: ReturnType<typeof chapter>[]) => ({
  id,
  code: `BK-${id}`,
  name: 'A "chapters":[] of its own',
  description: String.raw`\"chapters\":[] and ,"chapters":[]`,
  author: { id: 1, name: 'Ada' },
  chapter_count: 0,
  duration: 0,
  category: null,
  sub_category: null,
  image_url: null,
  thumbnail_url: null,
  audio_url: null,
  is_backup: 0,
  reading_time: 0,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...(chapters && { chapters }),
});
const { longList } = books;
if (!longList) throw new Error('Books have a long list.');
const writer = createChunkWriter(longList, fastJson(toJsonSchema(longList.entry, 'output')));
const many = Array.from({ length: 40 }, (_, index) => chapter(index, 60));

test.each([
  ['a page', envelopeOf(pageOf(books.item)), [book(3, []), book(2, many), book(1), book(4, [chapter(9, 2)])]],
  ['one record', envelopeOf(books.item), book(2, many)],
])('writes the same bytes for %s as a single write', async (_what, schema, value) => {
  const data = Array.isArray(value) ? { items: value, total: 4, objects: { total: 4 } } : value;
  const serialize = fastJson(toJsonSchema(schema, 'output'));
  const response = { success: true, message: 'OK', data };
  expect(writer.isLong(data)).toBe(true);
  let output = '';
  const bytes = await writer.write(response, serialize, (text) => (output += text));
  expect(bytes.toString()).toBe(serialize(response));
  expect(output).toBe(bytes.toString());
});

test('yields to other tasks while it writes', async () => {
  const data = book(
    1,
    Array.from({ length: 600 }, (_, index) => chapter(index, 60)),
  );
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 0);
  await writer.write(
    { success: true, message: 'OK', data } as { data: unknown },
    fastJson(toJsonSchema(envelopeOf(books.item), 'output')),
  );
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
});

test('detects a short response', () => {
  expect(writer.isLong({ items: [book(1, [chapter(1, 5)]), book(2)] })).toBe(false);
  expect(writer.isLong(null)).toBe(false);
});
