import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

/** Reached from a book; the sidebar's entries are settled. */
export const studioModule: Module<typeof words> = {
  path: '/books/:id/studio',
  words,
  screen: async () => (await import('./studio-screen.tsx')).StudioScreen,
};
