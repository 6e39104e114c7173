import { IconListNumbers } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './series.messages.ts';
import { seriesSlice } from './series.slice.ts';

export const seriesModule: Module<typeof messages> = {
  path: '/series',
  messages,
  slice: seriesSlice,
  navigation: { group: 'catalogue', icon: IconListNumbers },
  screen: async () => (await import('./series-screen.tsx')).SeriesScreen,
  help: 'series',
};

/** The page of one record. */
export const oneSeriesModule: Module<{ readonly heading: 'Series' }> = {
  path: '/series/:id',
  messages: { heading: 'Series' },
  screen: async () => (await import('./series-page.tsx')).SeriesPage,
  help: 'record',
};
