import type { Module } from '#web/core/lib/module.ts';
import { messages } from './authors.messages.ts';

/** Authors belong to books and are opened from the Books screen. */
export const authorsModule: Module<typeof messages> = {
  path: '/authors',
  messages,
  screen: async () => (await import('./authors-screen.tsx')).AuthorsScreen,
  help: 'authors',
};
