import { IconSitemap } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import { subCategoriesSlice } from './sub-categories.slice.ts';
import type { messages } from './sub-categories.messages.ts';

export const subCategoriesModule: Module<FirstMessages<typeof messages>> = {
  path: '/sub-categories',
  messages: { heading: 'Sub Categories' },
  slice: subCategoriesSlice,
  navigation: { group: 'catalogue', icon: IconSitemap },
  screen: async () => (await import('./sub-categories-screen.tsx')).SubCategoriesScreen,
  help: 'subCategories',
};

/** The page of one record. */
export const subCategoryModule: Module<{ readonly heading: 'Sub Category' }> = {
  path: '/sub-categories/:id',
  messages: { heading: 'Sub Category' },
  screen: async () => (await import('./sub-category-page.tsx')).SubCategoryPage,
  help: 'record',
};
