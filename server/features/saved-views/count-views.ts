import { contributorsQuery } from '#contract/contributors/contributors';
import type { ViewList, ViewQuery } from '#contract/saved-views/view-lists';
import { type Services, resourceModules } from '#server/app/modules';

/** Counts the records of a list for the filters of a view. */
export type Counters = Readonly<Record<ViewList, (query: ViewQuery) => Promise<number>>>;

const firstOnly = { page: 1, items_per_page: 1, with_chapters: false };

/** Returns counters that use the services of the lists, which cache their counts. */
export function countersOf(services: Services): Counters {
  const resources = resourceModules(services).map(({ declaration, count }) => [
    declaration.name,
    (query: ViewQuery) => count({ ...query, ...firstOnly }),
  ]);
  const authors = async (query: ViewQuery) =>
    (await services.books.authors.listPeople(contributorsQuery.parse({ ...query, ...firstOnly }))).total;
  return { ...Object.fromEntries(resources), authors };
}
