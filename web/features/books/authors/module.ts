import type { Module } from '../../../lib/module.ts';
import { words } from './words.ts';

/** Authors belong to the books, whose screen leads to them. */
export const authorsModule: Module<typeof words> = {
  path: '/authors',
  words,
  screen: async () => (await import('./authors-screen.tsx')).AuthorsScreen,
};
