import { screen } from '@testing-library/react';
import { BooksScreen } from '#web/features/books/books-screen.tsx';
import { type RenderScreenOptions, renderScreen } from './render-screen.tsx';

/** Opens the Books screen, and waits for its list. */
export async function openBooks(options: RenderScreenOptions = {}) {
  const view = renderScreen(<BooksScreen />, { route: '/books', ...options });
  await screen.findAllByText(/^Total: \d+ items$/);
  return view;
}
