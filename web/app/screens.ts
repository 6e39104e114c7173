import { matchPath } from 'react-router';
import type { en } from '../i18n/en/index.ts';
import { homePath } from './guards.tsx';
import { type LazyScreen, lazyScreen } from './lazy-screen.tsx';

export type ScreenTitle = keyof typeof en.screens;

export interface Screen extends LazyScreen {
  readonly path: string;
  readonly title: ScreenTitle;
}

/** Where the brand, the sign-in and every unknown address lead. */
export const homeScreen: Screen = {
  path: homePath,
  title: 'dashboard',
  ...lazyScreen(async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen),
};

/** The other screens inside the layout. */
export const screens: readonly Screen[] = [
  {
    path: '/books',
    title: 'books',
    ...lazyScreen(async () => (await import('../features/books/books-screen.tsx')).BooksScreen),
  },
  {
    path: '/categories',
    title: 'categories',
    ...lazyScreen(
      async () => (await import('../features/categories/categories-screen.tsx')).CategoriesScreen,
    ),
  },
  {
    path: '/sub-categories',
    title: 'subCategories',
    ...lazyScreen(
      async () => (await import('../features/sub-categories/sub-categories-screen.tsx')).SubCategoriesScreen,
    ),
  },
  {
    path: '/collections',
    title: 'collections',
    ...lazyScreen(
      async () => (await import('../features/collections/collections-screen.tsx')).CollectionsScreen,
    ),
  },
  {
    path: '/story-books',
    title: 'storyBooks',
    ...lazyScreen(
      async () => (await import('../features/story-books/story-books-screen.tsx')).StoryBooksScreen,
    ),
  },
  {
    path: '/mobile-configs',
    title: 'mobileConfigs',
    ...lazyScreen(
      async () => (await import('../features/mobile-configs/mobile-configs-screen.tsx')).MobileConfigsScreen,
    ),
  },
  {
    path: '/challenges',
    title: 'readingChallenges',
    ...lazyScreen(
      async () => (await import('../features/challenges/challenges-screen.tsx')).ChallengesScreen,
    ),
  },
];

/** The screen at a path. */
export const findScreen = (pathname: string): Screen | undefined =>
  [homeScreen, ...screens].find(({ path }) => matchPath(path, pathname) !== null);
