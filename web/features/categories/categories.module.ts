import { IconCategory2 } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import { categoriesSlice } from './categories.slice.ts';
import type { messages } from './categories.messages.ts';

export const categoriesModule: Module<FirstMessages<typeof messages>> = {
  path: '/categories',
  messages: { heading: 'Categories' },
  slice: categoriesSlice,
  navigation: { group: 'catalogue', icon: IconCategory2 },
  screen: async () => (await import('./categories-screen.tsx')).CategoriesScreen,
  help: 'categories',
};

/** The page of one record. */
export const categoryModule: Module<{ readonly heading: 'Category' }> = {
  path: '/categories/:id',
  messages: { heading: 'Category' },
  screen: async () => (await import('./category-page.tsx')).CategoryPage,
  help: 'record',
};
