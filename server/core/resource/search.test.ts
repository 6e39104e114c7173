import { beforeAll, expect, test } from 'vitest';
import type { ListQuery } from '#contract/core/define-resource';
import { foldText } from '#contract/core/slug';
import { type Catalogue, contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';

const context = contextWith();

/** Each text is used in pairs, as name or title beside code or description, so that their ends combine in many ways. */
const words = [
  'Sea',
  'İnci',
  'ışık 100%',
  'a_b',
  'x\\y',
  'Señor',
  'ﬁn',
  '日本',
  'O’Neil',
  'e\u0301t',
  'the\nsea',
];

type Searched =
  | 'categories'
  | 'subCategories'
  | 'collections'
  | 'storyBooks'
  | 'mobileConfigs'
  | 'challenges';

/** Returns the searched fields of each list, and functions that create a record with the given texts in these fields. */
function kindsOf(catalogue: Catalogue) {
  let category: string;
  let book: string;
  return {
    prepare: async () => {
      category = (await catalogue.addCategory('Parent of all')).code;
      book = (await catalogue.addBook()).code;
    },
    make: {
      categories: (first, second) => catalogue.categories.create({ name: first, code: second }, context),
      subCategories: (first, second) =>
        catalogue.subCategories.create({ name: first, code: second, category_code: category }, context),
      collections: (first, second) =>
        catalogue.collections.create({ title: first, description: second }, context),
      storyBooks: (first, second) =>
        catalogue.storyBooks.create({ title: first, description: second }, context),
      mobileConfigs: (first) => catalogue.mobileConfigs.create({ title: first }, context),
      challenges: (first, second) =>
        catalogue.challenges.create(
          {
            title: first,
            description: second,
            day_count: 1,
            is_active: true,
            items: [{ book_code: book, order_index: 0, is_featured: undefined }],
          },
          context,
        ),
    } satisfies Record<Searched, (first: string, second: string) => Promise<{ id: number }>>,
  };
}

const fieldsOf: Readonly<Record<Searched, readonly string[]>> = {
  categories: ['name', 'code'],
  subCategories: ['name', 'code'],
  collections: ['title'],
  storyBooks: ['title'],
  mobileConfigs: ['title'],
  challenges: ['title', 'description'],
};

const searches = [
  ...words,
  ...words.flatMap((word) => [word.slice(-1), word.slice(0, 2), word.toUpperCase()]),
  // Searches across the end of one field and the start of the next.
  ...words.flatMap((first) => words.map((second) => `${first.slice(-1)} ${second.slice(0, 1)}`)),
  ...words.flatMap((first) => words.map((second) => `${first.slice(-2)}${second.slice(0, 2)}`)),
  '%',
  '_',
  '\\',
  ' ',
];

eachDatabase('searches', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  const all: Record<Searched, Record<string, unknown>[]> = {
    categories: [],
    subCategories: [],
    collections: [],
    storyBooks: [],
    mobileConfigs: [],
    challenges: [],
  };

  beforeAll(async () => {
    const { prepare, make } = kindsOf(catalogue);
    await prepare();
    all.categories.push({ ...(await catalogue.categories.get(1)) });
    for (const [index, first] of words.entries())
      for (const step of [1, 4]) {
        const second = words[(index + step) % words.length] ?? '';
        for (const kind of Object.keys(make) as Searched[])
          all[kind].push({ ...(await make[kind](first, second)) });
      }
  });

  test.each(Object.keys(fieldsOf) as Searched[])(
    'match %s by a single field, not across fields',
    async (kind) => {
      const list: (query: ListQuery & { category_code: undefined; sort: undefined }) => Promise<{
        items: { id: number }[];
        total: number;
      }> = catalogue[kind].list;
      for (const search of new Set(searches)) {
        const query = { page: 1, items_per_page: 100, search, category_code: undefined, sort: undefined };
        const { items, total } = await list(query);
        const matches = all[kind].filter((item) =>
          fieldsOf[kind].some((field) => foldText(String(item[field])).includes(foldText(search))),
        );
        expect({ search, ids: items.map(({ id }) => id), total }).toEqual({
          search,
          ids: matches.map(({ id }) => id).toReversed(),
          total: matches.length,
        });
      }
    },
  );
});
