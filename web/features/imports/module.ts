import { dropsSlice } from '../../store/drops-slice.ts';
import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

/** Reached from the Books screen; the sidebar's entries are settled. */
export const importsModule: Module<typeof words> = {
  path: '/imports',
  words,
  slice: dropsSlice,
  screen: async () => (await import('./imports-screen.tsx')).ImportsScreen,
};

export const importReviewModule: Module<{ readonly heading: 'Review import' }> = {
  path: '/imports/:id',
  words: { heading: 'Review import' },
  screen: async () => (await import('./review-screen.tsx')).ReviewScreen,
};

export const importCompareModule: Module<{ readonly heading: 'Put into a book' }> = {
  path: '/imports/:id/into/:book',
  words: { heading: 'Put into a book' },
  screen: async () => (await import('./compare-screen.tsx')).CompareScreen,
};
