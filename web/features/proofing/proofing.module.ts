import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './proofing.messages.ts';

/** Opened from a book. The specification defines the entries of the sidebar. */
export const proofingModule: Module<FirstMessages<typeof messages>> = {
  path: '/books/:id/proofing',
  messages: { heading: 'Proofing report' },
  screen: async () => (await import('./proofing-screen.tsx')).ProofingScreen,
  help: 'proofing',
};
