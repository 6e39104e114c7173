import { IconBuilding } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './publishers.messages.ts';
import { publishersSlice } from './publishers.slice.ts';

export const publishersModule: Module<typeof messages> = {
  path: '/publishers',
  messages,
  slice: publishersSlice,
  navigation: { group: 'catalogue', icon: IconBuilding },
  screen: async () => (await import('./publishers-screen.tsx')).PublishersScreen,
  help: 'publishers',
};

/** The page of one record. */
export const publisherModule: Module<{ readonly heading: 'Publisher' }> = {
  path: '/publishers/:id',
  messages: { heading: 'Publisher' },
  screen: async () => (await import('./publisher-page.tsx')).PublisherPage,
  help: 'record',
};
