import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

/** A spreadsheet into the catalogue: the file, what it would do, and the work. */
export const sheetsModule: Module<typeof words> = {
  path: '/spreadsheets',
  words,
  screen: async () => (await import('./sheets-screen.tsx')).SheetsScreen,
};
