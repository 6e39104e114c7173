import type { z } from 'zod';
import type { ListQuery } from '#contract/core/define-resource';
import { authorsQuery } from '#contract/authors/authors';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { storyBooks } from '#contract/story-books/story-books';
import { subCategories } from '#contract/sub-categories/sub-categories';
import type { ViewList, ViewQuery } from '#contract/saved-views/view-lists';
import type { Services } from '#server/app/modules';

/** Counts the records of a list for the filters of a view. */
export type Counters = Readonly<Record<ViewList, (query: ViewQuery) => Promise<number>>>;

interface List<Query> {
  list(query: Query): Promise<{ readonly total: number }>;
}

const counter =
  <Query extends ListQuery>(schema: z.ZodType<Query>, { list }: List<Query>) =>
  async (query: ViewQuery): Promise<number> =>
    (await list(schema.parse({ ...query, page: 1, items_per_page: 1, with_chapters: false }))).total;

/** Returns counters that use the services of the lists, which cache their counts. */
export const countersOf = (services: Services): Counters => ({
  books: counter(books.query, services.books),
  categories: counter(categories.query, services.categories),
  'sub-categories': counter(subCategories.query, services.subCategories),
  collections: counter(collections.query, services.collections),
  'story-books': counter(storyBooks.query, services.storyBooks),
  'mobile-configs': counter(mobileConfigs.query, services.mobileConfigs),
  challenges: counter(challenges.query, services.challenges),
  authors: counter(authorsQuery, services.books.authors),
});
