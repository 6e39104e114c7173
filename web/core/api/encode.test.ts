import { describe, expect, it } from 'vitest';
import { encodeQuery, hasFile, toFormData } from './encode.ts';

describe('encodeQuery', () => {
  it.each([
    [undefined, '?is_admin=1'],
    [{ page: 2, search: 'ağaç & co' }, '?page=2&search=a%C4%9Fa%C3%A7+%26+co&is_admin=1'],
    [{ type: 0, search: '', category_code: undefined, language: null }, '?type=0&is_admin=1'],
  ])('encodes %o', (query, expected) => {
    expect(encodeQuery(query)).toBe(expected);
  });
});

describe('toFormData', () => {
  const entries = (values: object) => [...toFormData(values).entries()];

  it('names the form fields as the API expects', () => {
    expect(
      entries({
        name: 'Moby',
        is_backup: 0,
        is_active: true,
        sub_category_code: null,
        excluded: undefined,
        author: { id: 7, name: 'Ada' },
        book_codes: ['BK-1', 'BK-2'],
        items: [{ book_code: 'BK-1', order_index: 0 }],
      }),
    ).toEqual([
      ['name', 'Moby'],
      ['is_backup', '0'],
      ['is_active', 'true'],
      ['sub_category_code', ''],
      ['author[id]', '7'],
      ['author[name]', 'Ada'],
      ['book_codes[]', 'BK-1'],
      ['book_codes[]', 'BK-2'],
      ['items[]', '{"book_code":"BK-1","order_index":0}'],
    ]);
  });

  it('sends one blank value for an empty list, so that it replaces the stored one', () => {
    expect(entries({ book_codes: [] })).toEqual([['book_codes[]', '']]);
  });

  it('sends files unchanged', () => {
    const form = toFormData({ image: new File(['x'], 'cover.png', { type: 'image/png' }) });
    expect(form.get('image')).toBeInstanceOf(File);
    expect(hasFile(form)).toBe(true);
    expect(hasFile(toFormData({ name: 'x' }))).toBe(false);
  });
});
