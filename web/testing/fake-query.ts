import { contributorNameKey } from '#contract/contributors/contributor-names';
import { mapChoices } from '#contract/books/book-details';
import { languageFromFilter } from '#contract/core/languages';
import type { ListQuery } from '#contract/core/define-resource';
import type { FakeItem } from './fake-records.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

const codeOf = (record: unknown): unknown => (record as { code?: unknown } | null | undefined)?.code;

const idOf = (record: unknown): unknown => (record as { id?: unknown } | undefined)?.id;

/** The conditions of the API's filters. A filter without an entry matches everything. */
const filters: Record<string, (item: FakeItem, value: unknown) => boolean> = {
  language: (item, value) =>
    item['language'] === undefined || item['language'] === languageFromFilter(String(value)),
  author: (item, value) =>
    contributorNameKey((item['author'] as { name: string }).name) === contributorNameKey(String(value)),
  in_collection: (item, value) => Boolean(item['isInCollection']) === value,
  series_id: (item, value) =>
    (item['series'] as { id: number }[] | undefined)?.some(({ id }) => id === value) === true,
  publisher_id: (item, value) => idOf(item['publisher']) === value,
  imprint_id: (item, value) => idOf(item['imprint']) === value,
  contributor_id: (item, value) =>
    (item['contributors'] as { id: number }[] | undefined)?.some(({ id }) => id === value) === true,
  ...mapChoices((name) => (item: FakeItem, value: unknown) => item[name] === value),
  work_of: (item, value) => item['code'] === value || codeOf(item['edition_of']) === value,
  is_backup: (item, value) => item['is_backup'] === value,
  category_code: (item, value) => (item['category_code'] ?? codeOf(item['category'])) === value,
  sub_category_code: (item, value) => codeOf(item['sub_category']) === value,
};

const searchable = ['name', 'code', 'title', 'description'];

/** Returns one page of a fake resource: searched, filtered, and sorted by one number or newest first. */
export function queryItems(all: readonly FakeItem[], query: ListQuery): { items: FakeItem[]; total: number } {
  const listQuery = query as ListQuery & Record<string, unknown>;
  const needle = listQuery.search.toLowerCase();
  const matches = all.filter(
    (item) =>
      (needle === '' || searchable.some((key) => textOf(item[key]).includes(needle))) &&
      Object.entries(filters).every(
        ([key, passes]) => listQuery[key] === undefined || passes(item, listQuery[key]),
      ),
  );
  const sort = listQuery['sort'];
  const field = 'reading_time' in (matches[0] ?? {}) ? 'reading_time' : 'day_count';
  const sign = sort === 'asc' ? 1 : -1;
  matches.sort((a, b) =>
    sort === undefined ? b.id - a.id : sign * (Number(a[field]) - Number(b[field]) || a.id - b.id),
  );
  const start = (listQuery.page - 1) * listQuery.items_per_page;
  return { items: matches.slice(start, start + listQuery.items_per_page), total: matches.length };
}
