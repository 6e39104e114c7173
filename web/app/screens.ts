import type { ComponentType, LazyExoticComponent } from 'react';
import type { en } from '../i18n/en/index.ts';
import { homePath } from './guards.tsx';
import { lazyScreen } from './lazy-screen.tsx';

export type ScreenTitle = keyof typeof en.screens;

export interface Screen {
  readonly path: string;
  readonly title: ScreenTitle;
  readonly component: LazyExoticComponent<ComponentType>;
}

/** Where the brand, the sign-in and every unknown address lead. */
export const homeScreen: Screen = {
  path: homePath,
  title: 'dashboard',
  component: lazyScreen(
    async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
};

/** The other screens inside the layout, by path. */
export const screens: readonly Screen[] = [
  {
    path: '/books',
    title: 'books',
    component: lazyScreen(async () => (await import('../features/books/books-screen.tsx')).BooksScreen),
  },
  {
    path: '/categories',
    title: 'categories',
    component: lazyScreen(
      async () => (await import('../features/categories/categories-screen.tsx')).CategoriesScreen,
    ),
  },
  {
    path: '/sub-categories',
    title: 'subCategories',
    component: lazyScreen(
      async () => (await import('../features/sub-categories/sub-categories-screen.tsx')).SubCategoriesScreen,
    ),
  },
  {
    path: '/collections',
    title: 'collections',
    component: lazyScreen(
      async () => (await import('../features/collections/collections-screen.tsx')).CollectionsScreen,
    ),
  },
  {
    path: '/story-books',
    title: 'storyBooks',
    component: lazyScreen(
      async () => (await import('../features/story-books/story-books-screen.tsx')).StoryBooksScreen,
    ),
  },
  {
    path: '/mobile-configs',
    title: 'mobileConfigs',
    component: lazyScreen(
      async () => (await import('../features/mobile-configs/mobile-configs-screen.tsx')).MobileConfigsScreen,
    ),
  },
  {
    path: '/challenges',
    title: 'readingChallenges',
    component: lazyScreen(
      async () => (await import('../features/challenges/challenges-screen.tsx')).ChallengesScreen,
    ),
  },
];
