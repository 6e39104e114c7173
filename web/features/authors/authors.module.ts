import type { Module } from '#web/core/lib/module.ts';
import { messages } from './authors.messages.ts';

/** Authors belong to the books, whose screen leads to them. */
export const authorsModule: Module<typeof messages> = {
  path: '/authors',
  messages,
  screen: async () => (await import('./authors-screen.tsx')).AuthorsScreen,
  help: 'authors',
};
