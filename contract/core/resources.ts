import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { publishers } from '#contract/publishers/publishers';
import { series } from '#contract/series/series';
import { storyBooks } from '#contract/story-books/story-books';
import { subCategories } from '#contract/sub-categories/sub-categories';
import type { ResourceDeclaration } from './define-resource.ts';
import type { ResourceName } from './record-types.ts';

/** The declarations of all resources. */
export const resources = {
  books,
  categories,
  'sub-categories': subCategories,
  collections,
  series,
  publishers,
  'story-books': storyBooks,
  'mobile-configs': mobileConfigs,
  challenges,
} as const satisfies Readonly<Record<ResourceName, ResourceDeclaration>>;
