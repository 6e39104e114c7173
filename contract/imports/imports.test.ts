import { expect, test } from 'vitest';
import { importLimits } from './import-limits.ts';
import {
  acceptReady,
  acceptedReady,
  compareQuery,
  importCounts,
  importCreate,
  importEndpoints,
  importText,
  importUpdate,
  importsQuery,
  textsQuery,
} from './imports.ts';

test('defines a unique address for every endpoint', () => {
  const routes = Object.values(importEndpoints).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});

test('matches no import for an unknown status, and every import for a blank one', () => {
  expect(importsQuery.parse({ state: 'ready' })).toMatchObject({ state: 'ready', isStateKnown: true });
  expect(importsQuery.parse({ state: 'boiling' })).toMatchObject({ state: undefined, isStateKnown: false });
  expect(importsQuery.parse({ state: ' ' })).toMatchObject({ state: undefined, isStateKnown: true });
  expect(importsQuery.parse({ batch_id: '7' }).batch_id).toBe(7);
  expect(importsQuery.parse({ batch_id: 'seven' }).batch_id).toBe(0);
});

test('limits the number of files in a batch', () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ upload_id: String(index), path: `${index}.mp3` }));
  expect(importCreate.safeParse({ files: files(importLimits.maxFiles) }).success).toBe(true);
  expect(importCreate.safeParse({ files: files(importLimits.maxFiles + 1) }).success).toBe(false);
  expect(importCreate.safeParse({ files: [{ upload_id: 'u', path: ' ' }] }).success).toBe(false);
});

test('accepts chapters without audio or text, and rejects negative times', () => {
  const chapters = (audio: object | null) =>
    importUpdate.safeParse({ id: 1, chapters: [{ id: 'a', name: '', audio }] });
  expect(chapters(null).data?.chapters).toEqual([{ id: 'a', name: '', audio: null, texts: [] }]);
  expect(chapters({ file: 0, start: 0, end: 1.5 }).success).toBe(true);
  expect(chapters({ file: 0, start: -1, end: 1.5 }).success).toBe(false);
});

test('parses queries and responses', () => {
  expect(acceptReady.parse({ batch_id: '4' })).toEqual({ batch_id: 4 });
  expect(compareQuery.parse({ book_id: '4' })).toEqual({ book_id: 4 });
  expect(textsQuery.parse({ chapter: '2' })).toEqual({ chapter: 2, page: 1, items_per_page: 10 });
  expect(acceptedReady.parse({ accepted: 2, remaining: 0, failed: [] }).accepted).toBe(2);
  expect(importText.parse({ position: 0, text: 'Once' }).text).toBe('Once');
  expect(importCounts.safeParse({ receiving: 0, reading: 1, ready: 2 }).success).toBe(false);
});
