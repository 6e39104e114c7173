import type { Module } from '#web/core/lib/module.ts';
import { messages } from './spreadsheets.messages.ts';

/** The import of a spreadsheet: the file, a preview, and the job. */
export const spreadsheetsModule: Module<typeof messages> = {
  path: '/spreadsheets',
  messages,
  screen: async () => (await import('./spreadsheets-screen.tsx')).SpreadsheetsScreen,
  help: 'spreadsheets',
};
