import { IconStack2 } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import { collectionsSlice } from './collections.slice.ts';
import type { messages } from './collections.messages.ts';

export const collectionsModule: Module<FirstMessages<typeof messages>> = {
  path: '/collections',
  messages: { heading: 'Collections' },
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
