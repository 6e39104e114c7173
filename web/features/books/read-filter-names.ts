import { type Book, books } from '#contract/books/books';
import { contributor, contributorsEndpoints } from '#contract/contributors/contributors';
import { pathOf } from '#contract/core/define-resource';
import { limits } from '#contract/core/limits';
import { publishers } from '#contract/publishers/publishers';
import { series } from '#contract/series/series';
import { isAborted } from '#web/core/api/api-error.ts';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { type NamedFilter, nameInBook } from './name-in-book.ts';

/** Reads the name of the record in a filter. Imprints and works are named by their books. */
async function readName(
  client: ApiClient,
  { name, value }: NamedFilter,
  signal: AbortSignal,
): Promise<string | undefined> {
  const id = Number(value);
  switch (name) {
    case 'contributor_id': {
      const { method } = contributorsEndpoints.get;
      const path = pathOf(contributorsEndpoints.get, id);
      return contributor.pick({ name: true }).parse(readData(await client.call({ method, path, signal })))
        .name;
    }
    case 'series_id':
      return (await createResourceReader(client, series).get(id, { signal })).title;
    case 'publisher_id':
      return (await createResourceReader(client, publishers).get(id, { signal })).name;
    default: {
      const query = { [name]: value, with_chapters: 0, page: 1, items_per_page: limits.maxPageSize };
      const { items } = await createResourceReader(client, books).list(query, { signal });
      const nameIn = (book: Book) => nameInBook(book, name, value);
      return items.map(nameIn).find((text) => text !== undefined);
    }
  }
}

/** Reads the names of the records in filters. Records that do not exist have none. */
export async function readFilterNames(
  client: ApiClient,
  filters: readonly NamedFilter[],
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const filter of filters) {
    try {
      const name = await readName(client, filter, signal);
      if (name !== undefined) names[`${filter.name} ${filter.value}`] = name;
    } catch (error) {
      if (isAborted(error)) throw error;
    }
  }
  return names;
}
