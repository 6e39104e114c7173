import { IconBuilding } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './publishers.messages.ts';
import { publishersSlice } from './publishers.slice.ts';

export const publishersModule: Module<FirstMessages<typeof messages>> = {
  path: '/publishers',
  messages: { heading: 'Publishers' },
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
