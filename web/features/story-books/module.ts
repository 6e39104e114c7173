import { IconNotebook } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { storyBooksSlice } from './story-books-slice.ts';
import { words } from './words.ts';

export const storyBooksModule: Module<typeof words> = {
  path: '/story-books',
  words,
  slice: storyBooksSlice,
  navigation: { group: 'catalogue', icon: IconNotebook },
  screen: async () => (await import('./story-books-screen.tsx')).StoryBooksScreen,
};
