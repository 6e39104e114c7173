import type { Module } from '#web/core/lib/module.ts';
import { messages } from './book-content.messages.ts';

/** Opened from a book. The specification defines the entries of the sidebar. */
export const contentEditorModule: Module<typeof messages> = {
  path: '/books/:id/content',
  messages,
  screen: async () => (await import('./content-editor-screen.tsx')).ContentEditorScreen,
  help: 'contentEditor',
};
