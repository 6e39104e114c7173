import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

/** Reached from the bell. */
export const jobsModule: Module<typeof words> = {
  path: '/jobs',
  words,
  screen: async () => (await import('./jobs-screen.tsx')).JobsScreen,
};
