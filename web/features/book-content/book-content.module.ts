import type { Module } from '#web/core/lib/module.ts';
import { messages } from './book-content.messages.ts';

/** Reached from a book; the sidebar's entries are settled. */
export const contentEditorModule: Module<typeof messages> = {
  path: '/books/:id/content',
  messages,
  screen: async () => (await import('./content-editor-screen.tsx')).ContentEditorScreen,
  help: 'contentEditor',
};
