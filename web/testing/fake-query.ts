import { authorNameKey } from '#contract/authors/author-names';
import { languageFromFilter } from '#contract/core/languages';
import type { ListQuery } from '#contract/core/define-resource';
import type { FakeItem } from './fake-records.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

const codeOf = (part: unknown): unknown => (part as { code?: unknown } | null | undefined)?.code;

/** The condition of each filter of the API; a filter without an entry matches everything. */
const filters: Record<string, (item: FakeItem, value: unknown) => boolean> = {
  language: (item, value) =>
    item['language'] === undefined || item['language'] === languageFromFilter(String(value)),
  author: (item, value) =>
    authorNameKey((item['author'] as { name: string }).name) === authorNameKey(String(value)),
  is_backup: (item, value) => item['is_backup'] === value,
  category_code: (item, value) => (item['category_code'] ?? codeOf(item['category'])) === value,
  sub_category_code: (item, value) => codeOf(item['sub_category']) === value,
};

const searchable = ['name', 'code', 'title', 'description'];

/** One page of a fake resource: searched, filtered, newest first or sorted by one number. */
export function queryItems(all: readonly FakeItem[], query: ListQuery): { items: FakeItem[]; total: number } {
  const asked = query as ListQuery & Record<string, unknown>;
  const needle = asked.search.toLowerCase();
  const found = all.filter(
    (item) =>
      (needle === '' || searchable.some((key) => textOf(item[key]).includes(needle))) &&
      Object.entries(filters).every(([key, passes]) => asked[key] === undefined || passes(item, asked[key])),
  );
  const sort = asked['sort'];
  const field = 'reading_time' in (found[0] ?? {}) ? 'reading_time' : 'day_count';
  const sign = sort === 'asc' ? 1 : -1;
  found.sort((a, b) =>
    sort === undefined ? b.id - a.id : sign * (Number(a[field]) - Number(b[field]) || a.id - b.id),
  );
  const start = (asked.page - 1) * asked.items_per_page;
  return { items: found.slice(start, start + asked.items_per_page), total: found.length };
}
