import type { Module } from '#web/core/lib/module.ts';
import { messages } from './profile.messages.ts';

/** Opened from the account menu. */
export const profileModule: Module<typeof messages> = {
  path: '/profile',
  messages,
  screen: async () => (await import('./profile-screen.tsx')).ProfileScreen,
  help: 'profile',
};
