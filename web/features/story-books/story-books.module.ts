import { IconNotebook } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { storyBooksSlice } from './story-books.slice.ts';
import { messages } from './story-books.messages.ts';

export const storyBooksModule: Module<typeof messages> = {
  path: '/story-books',
  messages,
  slice: storyBooksSlice,
  navigation: { group: 'catalogue', icon: IconNotebook },
  screen: async () => (await import('./story-books-screen.tsx')).StoryBooksScreen,
  help: 'storyBooks',
};
