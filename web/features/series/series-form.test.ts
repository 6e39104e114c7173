import { expect, test } from 'vitest';
import { fieldOf, renumberBooks, toPayload, toValues, withBook, withPosition } from './series-form.ts';

const books = (...positions: string[]) =>
  positions.map((position, index) => ({ code: `B${index}`, name: `Book ${index}`, position }));

test.each([
  ['the first book', books(), '1'],
  ['a book after a whole number', books('1', '2'), '3'],
  ['a book after another text', books('1', '2–3'), ''],
])('proposes the position of %s', (_what, before, position) => {
  const after = withBook(before, { code: 'new', name: 'New' }, true);
  expect(after.at(-1)).toEqual({ code: 'new', name: 'New', position });
});

test('proposes no position in a series without an order, and adds each book once', () => {
  const before = books('1');
  expect(withBook(before, { code: 'new', name: 'New' }, false).at(-1)?.position).toBe('');
  expect(withBook(before, { code: 'B0', name: 'Another' }, true)).toBe(before);
});

test('sets one position, and numbers all books in their order', () => {
  const positionsOf = (list: ReturnType<typeof books>) => list.map(({ position }) => position);
  expect(positionsOf([...withPosition(books('1', '2'), 'B1', '2.5')])).toEqual(['1', '2.5']);
  expect(positionsOf([...renumberBooks(books('4', '', 'x'))])).toEqual(['1', '2', '3']);
});

test('sends trimmed positions without names', () => {
  const values = { ...toValues(undefined), title: ' Cycle ', books: books(' 1 ') };
  expect(toPayload(values)).toEqual({
    title: 'Cycle',
    description: '',
    is_ordered: true,
    books: [{ code: 'B0', position: '1' }],
  });
});

test('assigns the errors of books to their list', () => {
  expect(['books', 'books.3.position', 'title'].map(fieldOf)).toEqual(['books', 'books', 'title']);
});
