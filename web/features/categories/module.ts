import { IconCategory2 } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { categoriesSlice } from './categories-slice.ts';
import { words } from './words.ts';

export const categoriesModule: Module<typeof words> = {
  path: '/categories',
  words,
  slice: categoriesSlice,
  navigation: { group: 'catalogue', icon: IconCategory2 },
  screen: async () => (await import('./categories-screen.tsx')).CategoriesScreen,
};
