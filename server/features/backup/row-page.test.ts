import { expect, test } from 'vitest';
import { createRowPage } from './row-page.ts';

test('contains lines up to its size in bytes, and is used again', () => {
  const page = createRowPage();
  const line = JSON.stringify(['книга', 'x'.repeat(99_000)]);
  expect([page.add(line), page.add(line), page.add(line)]).toEqual([true, true, false]);
  expect(page.take().toString()).toBe(`${line}\n${line}`);
  expect(page.add('[1]')).toBe(true);
  expect(page.take().toString()).toBe('[1]');
  expect(page.take()).toHaveLength(0);
  expect(page.add('ü'.repeat(200_000))).toBe(false);
});
