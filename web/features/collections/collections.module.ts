import { IconStack2 } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { collectionsSlice } from './collections.slice.ts';
import { messages } from './collections.messages.ts';

export const collectionsModule: Module<typeof messages> = {
  path: '/collections',
  messages,
  slice: collectionsSlice,
  navigation: { group: 'catalogue', icon: IconStack2 },
  screen: async () => (await import('./collections-screen.tsx')).CollectionsScreen,
  help: 'collections',
};

/** The page of one record. */
export const collectionModule: Module<{ readonly heading: 'Collection' }> = {
  path: '/collections/:id',
  messages: { heading: 'Collection' },
  screen: async () => (await import('./collection-page.tsx')).CollectionPage,
  help: 'record',
};
