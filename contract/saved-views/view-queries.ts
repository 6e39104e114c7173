import { bookQueryNames } from '#contract/books/books';
import { contributorsQuery } from '#contract/contributors/contributors';
import { resources } from '#contract/core/resources';
import { isCustomFilter } from '#contract/custom-fields/custom-values';
import type { ViewList, ViewQuery } from './view-lists.ts';

/** Returns the query schema of a list, of which the filters of a view are a part, and a function that returns true for its parameters. */
function queryOf(list: ViewList) {
  if (list === 'books')
    return {
      schema: resources.books.query,
      isParameter: (name: string) => bookQueryNames.includes(name) || isCustomFilter(name),
    };
  const schema = list === 'authors' ? contributorsQuery : resources[list].query;
  const names = Object.keys(schema.in.shape);
  return { schema, isParameter: (name: string) => names.includes(name) };
}

/** Parameters of every list that are not stored in a view. */
const besides: readonly string[] = ['page', 'items_per_page', 'with_chapters', 'is_admin'];

/** Validates the filters of a view. Returns them in stored form, or the errors by parameter name. */
export function readViewQuery(
  list: ViewList,
  parameters: Readonly<Record<string, unknown>>,
): { readonly query: ViewQuery } | { readonly problems: ReadonlyMap<string, 'unknown' | 'invalid'> } {
  const { schema, isParameter } = queryOf(list);
  const problems = new Map<string, 'unknown' | 'invalid'>();
  const query = new Map<string, string>();
  for (const [name, value] of Object.entries(parameters)) {
    if (besides.includes(name)) continue;
    if (!isParameter(name)) problems.set(name, 'unknown');
    else if (typeof value === 'string') query.set(name, value.trim());
    else if (typeof value === 'number' || typeof value === 'boolean') query.set(name, String(value));
    else if (value !== null && value !== undefined) problems.set(name, 'invalid');
  }
  for (const [name, value] of query) if (value === '') query.delete(name);
  // The list accepts two names for its search, and `search` takes precedence.
  const search = query.get('search') ?? query.get('q');
  query.delete('q');
  if (search !== undefined) query.set('search', search);
  const parseResult = schema.safeParse(Object.fromEntries(query));
  for (const { path } of parseResult.error?.issues ?? []) problems.set(String(path[0]), 'invalid');
  if (problems.size > 0) return { problems };
  return { query: Object.fromEntries([...query].toSorted(([first], [second]) => (first < second ? -1 : 1))) };
}
