import { IconBooks } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { booksSlice } from './books.slice.ts';
import { messages } from './books.messages.ts';

export const booksModule: Module<typeof messages> = {
  path: '/books',
  messages,
  slice: booksSlice,
  navigation: { group: 'catalogue', icon: IconBooks },
  isInFirstLoad: true,
  screen: async () => (await import('./books-screen.tsx')).BooksScreen,
  help: 'books',
};

export const bookModule: Module<{ readonly heading: 'Book' }> = {
  path: '/books/:id',
  messages: { heading: 'Book' },
  screen: async () => (await import('./book-page.tsx')).BookPage,
  help: 'record',
};
