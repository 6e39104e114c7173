import { IconSitemap } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { subCategoriesSlice } from './sub-categories-slice.ts';
import { words } from './words.ts';

export const subCategoriesModule: Module<typeof words> = {
  path: '/sub-categories',
  words,
  slice: subCategoriesSlice,
  navigation: { group: 'catalogue', icon: IconSitemap },
  screen: async () => (await import('./sub-categories-screen.tsx')).SubCategoriesScreen,
};
