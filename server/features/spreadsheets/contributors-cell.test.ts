import { expect, test } from 'vitest';
import { fromContributorsCell, toContributorsCell } from './contributors-cell.ts';

test('reads and writes contributors as text', () => {
  const contributors = [
    { name: 'Ada Marsh', role: 'author' },
    { name: 'Reader (Senior); Nora', role: 'narrator' },
    { name: 'Ödön Adler', role: 'foreword' },
  ] as const;
  const text = 'Ada Marsh (author); Reader (Senior); Nora (narrator); Ödön Adler (foreword)';
  expect(toContributorsCell(contributors)).toBe(text);
  expect(fromContributorsCell(text)).toEqual(contributors);
  expect(fromContributorsCell(' Ada Marsh(Author);Nora Reader (NARRATOR) ; ')).toEqual([
    { name: 'Ada Marsh', role: 'author' },
    { name: 'Nora Reader', role: 'narrator' },
  ]);
  expect(fromContributorsCell('')).toEqual([]);
});

test.each(['Ada Marsh', 'Ada Marsh (driver)', '(author)', 'Ada Marsh (author); Nora'])('rejects %j', (text) =>
  expect(fromContributorsCell(text)).toBeUndefined(),
);
