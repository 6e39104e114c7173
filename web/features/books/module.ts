import { IconBooks } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { booksSlice } from './books-slice.ts';
import { words } from './words.ts';

export const booksModule: Module<typeof words> = {
  path: '/books',
  words,
  slice: booksSlice,
  navigation: { group: 'catalogue', icon: IconBooks },
  screen: async () => (await import('./books-screen.tsx')).BooksScreen,
};
