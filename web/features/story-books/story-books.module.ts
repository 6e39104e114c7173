import { IconNotebook } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import { storyBooksSlice } from './story-books.slice.ts';
import type { messages } from './story-books.messages.ts';

export const storyBooksModule: Module<FirstMessages<typeof messages>> = {
  path: '/story-books',
  messages: { heading: 'Story Books' },
  slice: storyBooksSlice,
  navigation: { group: 'catalogue', icon: IconNotebook },
  screen: async () => (await import('./story-books-screen.tsx')).StoryBooksScreen,
  help: 'storyBooks',
};

/** The page of one record. */
export const storyBookModule: Module<{ readonly heading: 'Story Book' }> = {
  path: '/story-books/:id',
  messages: { heading: 'Story Book' },
  screen: async () => (await import('./story-book-page.tsx')).StoryBookPage,
  help: 'record',
};
