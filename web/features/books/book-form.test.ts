import { describe, expect, it } from 'vitest';
import { pageSettings } from '#contract/settings/page';
import { fakeBook } from '#web/testing/fake-records.ts';
import { fieldOf, fallbackAuthorId, toAuthor, toFormValues, toPayload, toSeconds } from './book-form.ts';

const settings = pageSettings.parse({});

describe('toSeconds', () => {
  it.each([
    ['30', 1799, 1799],
    ['30', 1800, 1800],
    ['31', 1799, 1860],
    ['', 1799, 0],
    ['x', 1799, 0],
    ['2.9', 1799, 120],
    ['-1', 1799, -60],
  ])('converts %j minutes of a book of %i seconds to %i', (minutes, duration, seconds) => {
    expect(toSeconds(minutes, fakeBook(1, { duration }))).toBe(seconds);
  });

  it('multiplies for a new book, including 0', () => {
    expect(['0', '90'].map((minutes) => toSeconds(minutes, undefined))).toEqual([0, 5400]);
  });
});

describe('toAuthor', () => {
  const book = fakeBook(1, { author: { id: 77, name: 'Nora Vale' } });

  it.each([
    [' Nora Vale ', { id: 77, name: 'Nora Vale' }],
    ['Somebody', { id: 3, name: 'Somebody' }],
    [' ', { id: 3, name: 'House' }],
  ])('returns for an edited book with %j: %j', (name, author) => {
    expect(
      toAuthor(name, {
        knownAuthors: [book.author],
        providerName: 'House',
        fallbackId: fallbackAuthorId(book),
      }),
    ).toEqual(author);
  });

  it('returns the selected author until another name is typed', () => {
    const pickedAuthor = { id: 9, name: 'Ada Marsh' };
    expect(
      toAuthor('Ada Marsh', {
        knownAuthors: [pickedAuthor, book.author],
        providerName: 'House',
        fallbackId: 3,
      }),
    ).toEqual(pickedAuthor);
    expect(
      toAuthor('Ada Marshall', {
        knownAuthors: [pickedAuthor, book.author],
        providerName: 'House',
        fallbackId: 3,
      }),
    ).toEqual({
      id: 3,
      name: 'Ada Marshall',
    });
    expect(
      toAuthor('Nora Vale', {
        knownAuthors: [pickedAuthor, book.author],
        providerName: 'House',
        fallbackId: 3,
      }),
    ).toEqual(book.author);
    expect(toAuthor('Ada', { knownAuthors: [null], providerName: 'House', fallbackId: 3 })).toEqual({
      id: 3,
      name: 'Ada',
    });
  });

  it('returns an ID from 1 to 1000 for a new book', () => {
    for (let round = 0; round < 200; round += 1) {
      const id = fallbackAuthorId(undefined);
      expect(Number.isInteger(id) && id >= 1 && id <= 1000).toBe(true);
    }
  });
});

describe('toPayload', () => {
  it('returns the book for an unchanged form', () => {
    const payload = toPayload(toFormValues(fakeBook(7), settings), {
      book: fakeBook(7),
      settings,
      fallbackId: 3,
    });
    expect(payload).toEqual({
      name: 'Book 7',
      description: 'About book 7.',
      chapter_count: 1,
      duration: 1800,
      category_code: 'fiction',
      sub_category_code: 'novels',
      language: 3,
      is_backup: 1,
      author: { id: 1, name: 'Nora Vale' },
    });
  });

  it.each([
    ['0', 0],
    ['1', 1],
    ['', 1],
  ])('sends %j for the service type %i', (is_backup, serviceType) => {
    const values = { ...toFormValues(undefined, settings), is_backup };
    expect(toPayload(values, { book: undefined, settings, fallbackId: 5 }).is_backup).toBe(serviceType);
  });
});

it.each([
  ['author.name', 'author'],
  ['category_code', 'category_code'],
])('maps the contract path %j to %j', (name, field) => expect(fieldOf(name)).toBe(field));
