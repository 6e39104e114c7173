import { IconListNumbers } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './series.messages.ts';
import { seriesSlice } from './series.slice.ts';

export const seriesModule: Module<FirstMessages<typeof messages>> = {
  path: '/series',
  messages: { heading: 'Series' },
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
