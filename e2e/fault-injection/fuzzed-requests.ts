import fc from 'fast-check';

const fieldNames = [
  'id name code page items_per_page search q language type is_backup category_code',
  'sub_category_code category_id sort_by_field sort_direction with_chapters chapter_count',
  'duration description version author author[id] author[name] items[0][book_code]',
  'book_codes[] email password image audio __proto__[x] constructor [ ] a[b][c][d][e][f][g]',
  'title day_count is_active items items[] items[0][order_index] story_items story_items[0][book_code]',
  'is_main_service config config[0][type] config[0][data][items][0][id] chapter_code text_item_code service',
].flatMap((line) => line.split(' '));

const names = fc.oneof(fc.constantFrom(...fieldNames), fc.string({ unit: 'binary', maxLength: 12 }));
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    '9'.repeat(40),
    '%',
    '_',
    "'",
    '"',
    '\\',
    '\u0000',
    'İı',
    '../../x',
  ),
  fc.constantFrom('NaN', 'null', 'true', '[]', '{}', '3', '10', '2147483648', '🙂', 'a'.repeat(3_000)),
  fc.integer().map(String),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
/** Returns valid and invalid values equally often, so that requests also pass the first validation of a body. */
const nearly = (...right: unknown[]) =>
  fc.oneof(fc.constantFrom(...right), fc.oneof(texts, fc.jsonValue({ maxDepth: 3 })));
const listOf = (entry: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    fc.array(fc.record(entry, { requiredKeys: [] }), { maxLength: 4 }),
    fc.array(
      fc.record(entry, { requiredKeys: [] }).map((item) => JSON.stringify(item)),
      { maxLength: 4 },
    ),
    nearly([]),
  );
const codes = nearly('BK-000001', 'BK-000002', 'bk-1', 1);
const position = { book_code: codes, chapter_code: nearly('CH-01', 1), text_item_code: nearly('T-01', 1) };
const nestedJson = `${'{"item":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const reference = nearly(
  nestedJson,
  1,
  '2',
  { id: 1 },
  { item: { id: 1 } },
  { items: [{ id: 1 }, 2] },
  '{"items":[1]}',
);
/** The fields of all resources. Each operation reads the fields that it supports. */
const records = fc.record(
  {
    ...position,
    id: nearly(1, '1'),
    version: nearly(1, null),
    title: nearly('Title', 'İı'),
    name: nearly('Name'),
    code: nearly('', 'name'),
    category_code: nearly('name', 'name-2'),
    description: nearly('Text'),
    day_count: nearly(7, '7'),
    is_active: nearly(true),
    is_main_service: nearly(true),
    book_codes: fc.oneof(fc.array(codes, { maxLength: 4 }), nearly('["BK-000001"]')),
    items: listOf({ book_code: codes, order_index: nearly(0), is_featured: nearly(true) }),
    story_items: listOf(position),
    config: listOf({
      title: nearly('Block'),
      type: nearly('one_collection', 'list_collection', 'story_book', 'challenges', 'categories', 'books'),
      data: reference,
    }),
  },
  { requiredKeys: [] },
);
export const pairs = fc.array(fc.tuple(names, texts), { maxLength: 8 });

/** Request bodies: valid, almost valid and invalid. */
export const bodies = fc.oneof(
  fc.constant(undefined),
  fc.dictionary(names, fc.jsonValue(), { maxKeys: 8 }).map((value) => ({
    type: 'application/json',
    content: JSON.stringify(value),
  })),
  fc.jsonValue().map((value) => ({ type: 'application/json', content: JSON.stringify(value) })),
  {
    weight: 8,
    arbitrary: records.map((value) => ({ type: 'application/json', content: JSON.stringify(value) })),
  },
  fc.string({ unit: 'binary' }).map((content) => ({ type: 'application/json', content })),
  pairs.map((fields) => ({
    type: 'application/x-www-form-urlencoded',
    content: fields
      .map((field) => field.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
      .join('&'),
  })),
  fc.string({ unit: 'binary' }).map((content) => ({ type: 'application/x-www-form-urlencoded', content })),
  pairs.map((fields) => ({
    type: 'multipart/form-data; boundary=edge',
    content: `${fields
      .map(([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--edge--\r\n`,
  })),
  fc.string({ unit: 'binary' }).map((content) => ({ type: 'multipart/form-data; boundary=edge', content })),
  fc
    .constantFrom('multipart/form-data', 'text/plain', 'image/png', 'x')
    .map((type) => ({ type, content: 'abc' })),
);

/** Ids for the paths of requests. */
export const identities = fc.constantFrom(
  '1',
  '2',
  '0',
  '-1',
  'abc',
  '99999999999999999999',
  '%00',
  '1%2F2',
  "1'--",
  '%F0',
);
