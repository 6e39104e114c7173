import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './profile.messages.ts';

/** Opened from the account menu. */
export const profileModule: Module<FirstMessages<typeof messages>> = {
  path: '/profile',
  messages: { heading: 'Your account' },
  screen: async () => (await import('./profile-screen.tsx')).ProfileScreen,
  help: 'profile',
};
