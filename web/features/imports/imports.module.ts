import { importBatchesSlice } from '#web/core/store/import-batches.slice.ts';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './imports.messages.ts';

/** Opened from the Books screen. The specification defines the entries of the sidebar. */
export const importsModule: Module<FirstMessages<typeof messages>> = {
  path: '/imports',
  messages: { heading: 'Imports' },
  slice: importBatchesSlice,
  screen: async () => (await import('./imports-screen.tsx')).ImportsScreen,
  help: 'imports',
};

export const importReviewModule: Module<{ readonly heading: 'Review import' }> = {
  path: '/imports/:id',
  messages: { heading: 'Review import' },
  screen: async () => (await import('./review-screen.tsx')).ReviewScreen,
  help: 'importReview',
};

export const importCompareModule: Module<{ readonly heading: 'Update existing book' }> = {
  path: '/imports/:id/into/:book',
  messages: { heading: 'Update existing book' },
  screen: async () => (await import('./compare-screen.tsx')).CompareScreen,
  help: 'importCompare',
};
