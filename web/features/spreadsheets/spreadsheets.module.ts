import type { Module } from '#web/core/lib/module.ts';
import { messages } from './spreadsheets.messages.ts';

/** A spreadsheet into the catalogue: the file, what it would do, and the work. */
export const spreadsheetsModule: Module<typeof messages> = {
  path: '/spreadsheets',
  messages,
  screen: async () => (await import('./spreadsheets-screen.tsx')).SpreadsheetsScreen,
  help: 'spreadsheets',
};
