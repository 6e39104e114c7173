import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './spreadsheets.messages.ts';

/** The import of a spreadsheet: the file, a preview, and the job. */
export const spreadsheetsModule: Module<
  FirstMessages<typeof messages, 'export' | 'exportCsv' | 'exportXlsx' | 'exportFailed'>
> = {
  path: '/spreadsheets',
  messages: {
    heading: 'Import spreadsheet',
    export: 'Export',
    exportCsv: 'Export as CSV',
    exportXlsx: 'Export as Excel (XLSX)',
    exportFailed: 'Failed to export list',
  },
  screen: async () => (await import('./spreadsheets-screen.tsx')).SpreadsheetsScreen,
  help: 'spreadsheets',
};
