import { describe, expect, test } from 'vitest';
import { identifierKey, toDoi, toGtin, toIdentifiers, toIsbn } from '#contract/books/identifiers';

describe('toIsbn', () => {
  test.each([
    ['978-3-16-148410-0', '978-3-16-148410-0'],
    ['9783161484100', '9783161484100'],
    ['979-10-90636-07-1', '979-10-90636-07-1'],
    [' 978 3 16 148410 0 ', '978-3-16-148410-0'],
    ['978‑3‑16‑148410‑0', '978-3-16-148410-0'],
    ['ISBN 978-3-16-148410-0', '978-3-16-148410-0'],
    ['urn:isbn:9783161484100', '9783161484100'],
    ['ISBN-13: 9783161484100', '9783161484100'],
    ['0-306-40615-2', '978-0-306-40615-7'],
    ['0306406152', '9780306406157'],
    ['ISBN-10: 0-8044-2957-X', '978-0-8044-2957-3'],
    ['080442957x', '9780804429573'],
  ])('reads %s', (text, isbn) => {
    expect(toIsbn(text)).toBe(isbn);
  });

  test.each([
    '978-3-16-148410-1',
    '977-3-16-148410-3',
    '0-306-40615-3',
    '080442957Y',
    'X804429570',
    '97831614841',
    '',
    'isbn',
    '978316148410O',
  ])('rejects %s', (text) => {
    expect(toIsbn(text)).toBeUndefined();
  });
});

describe('toGtin', () => {
  test.each([
    ['96385074', '96385074'],
    ['614141000036', '614141000036'],
    ['4 006381 333931', '4006381333931'],
    ['10614141000415', '10614141000415'],
  ])('reads %s', (text, gtin) => {
    expect(toGtin(text)).toBe(gtin);
  });

  test.each(['96385075', '4006381333930', '123456789', 'GTIN', ''])('rejects %s', (text) => {
    expect(toGtin(text)).toBeUndefined();
  });
});

describe('toDoi', () => {
  test.each([
    ['10.1000/182', '10.1000/182'],
    ['https://doi.org/10.1000/xyz123', '10.1000/xyz123'],
    ['doi: 10.1038/nphys1170', '10.1038/nphys1170'],
    ['10.1000.10/a(b)c', '10.1000.10/a(b)c'],
  ])('reads %s', (text, doi) => {
    expect(toDoi(text)).toBe(doi);
  });

  test.each(['11.1000/182', '10.1000', '10.1000/', '10.1000/a b', ''])('rejects %s', (text) => {
    expect(toDoi(text)).toBeUndefined();
  });
});

test('the key of an identifier ignores hyphens, spaces and case', () => {
  expect(identifierKey('978-3-16-148410-0')).toBe('9783161484100');
  expect(identifierKey('B 00-KxY')).toBe('b00kxy');
});

describe('toIdentifiers', () => {
  test.each([
    ['ASIN:B07H4T2QK1', 'ASIN: B07H4T2QK1'],
    [' asin : B07 ;\nURN: urn:uuid:1;', 'asin: B07; URN: urn:uuid:1'],
    ['Own No. 2: 7-a', 'Own No. 2: 7-a'],
  ])('reads %j', (text, identifiers) => {
    expect(toIdentifiers(text)).toBe(identifiers);
    expect(toIdentifiers(identifiers)).toBe(identifiers);
  });

  test.each(['B07H4T2QK1', 'ASIN:', ': B07', 'ASIN: 1; ASIN: 1', 'ASIN: 1; 2'])('rejects %j', (text) => {
    expect(toIdentifiers(text)).toBeUndefined();
  });
});
