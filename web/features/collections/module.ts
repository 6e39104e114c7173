import { IconStack2 } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { collectionsSlice } from './collections-slice.ts';
import { words } from './words.ts';

export const collectionsModule: Module<typeof words> = {
  path: '/collections',
  words,
  slice: collectionsSlice,
  navigation: { group: 'catalogue', icon: IconStack2 },
  screen: async () => (await import('./collections-screen.tsx')).CollectionsScreen,
};
