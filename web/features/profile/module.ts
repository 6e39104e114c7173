import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

/** Reached from the account menu. */
export const profileModule: Module<typeof words> = {
  path: '/profile',
  words,
  screen: async () => (await import('./profile-screen.tsx')).ProfileScreen,
};
