import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

/** What has happened to one record. */
export const historyModule: Module<typeof words> = {
  path: '/history/:kind/:id',
  words,
  screen: async () => (await import('./history-screen.tsx')).HistoryScreen,
};

/** One change with what was before and is since. */
export const changeModule: Module<{ readonly heading: 'Comparison' }> = {
  path: '/history/entries/:id',
  words: { heading: 'Comparison' },
  screen: async () => (await import('./change-screen.tsx')).ChangeScreen,
};

/** Deleted records, until they go for good. */
export const trashModule: Module<{ readonly heading: 'Trash' }> = {
  path: '/trash',
  words: { heading: 'Trash' },
  screen: async () => (await import('./trash-screen.tsx')).TrashScreen,
};
