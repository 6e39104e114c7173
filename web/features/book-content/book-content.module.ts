import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './book-content.messages.ts';

/** Opened from a book. The specification defines the entries of the sidebar. */
export const contentEditorModule: Module<FirstMessages<typeof messages>> = {
  path: '/books/:id/content',
  messages: { heading: 'Content editor' },
  screen: async () => (await import('./content-editor-screen.tsx')).ContentEditorScreen,
  help: 'contentEditor',
};
