import { messages } from '#contract/messages';
import { activity } from './activity.ts';
import { books } from './books.ts';
import { categories } from './categories.ts';
import { challenges } from './challenges.ts';
import { collections } from './collections.ts';
import { dashboard } from './dashboard.ts';
import { layout } from './layout.ts';
import { login } from './login.ts';
import { mobileConfigs } from './mobile-configs.ts';
import { screens } from './screens.ts';
import { sortable } from './sortable.ts';
import { storyBooks } from './story-books.ts';
import { subCategories } from './sub-categories.ts';
import { ui } from './ui.ts';

/** The English catalogue, the source of every other language. `messages` is the error catalogue of the contract. */
export const en = {
  activity,
  books,
  categories,
  challenges,
  collections,
  dashboard,
  layout,
  login,
  messages,
  mobileConfigs,
  screens,
  sortable,
  storyBooks,
  subCategories,
  ui,
} as const;
