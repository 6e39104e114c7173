import { books } from '#contract/resources/books';
import { categories } from '#contract/resources/categories';
import { challenges } from '#contract/resources/challenges';
import { collections } from '#contract/resources/collections';
import { mobileConfigs } from '#contract/resources/mobile-configs';
import { storyBooks } from '#contract/resources/story-books';
import { subCategories } from '#contract/resources/sub-categories';
import { createResourceSlice } from './create-resource-slice.ts';

export const booksSlice = createResourceSlice(books);
export const categoriesSlice = createResourceSlice(categories);
export const subCategoriesSlice = createResourceSlice(subCategories);
export const collectionsSlice = createResourceSlice(collections);
export const storyBooksSlice = createResourceSlice(storyBooks);
export const mobileConfigsSlice = createResourceSlice(mobileConfigs);
export const challengesSlice = createResourceSlice(challenges);

export const resourceSlices = [
  booksSlice,
  categoriesSlice,
  subCategoriesSlice,
  collectionsSlice,
  storyBooksSlice,
  mobileConfigsSlice,
  challengesSlice,
] as const;
