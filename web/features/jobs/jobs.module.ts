import type { Module } from '#web/core/lib/module.ts';
import { messages } from './jobs.messages.ts';

/** Opened from the bell. */
export const jobsModule: Module<typeof messages> = {
  path: '/jobs',
  messages,
  screen: async () => (await import('./jobs-screen.tsx')).JobsScreen,
  help: 'jobs',
};
