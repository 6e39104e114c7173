import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import type { BookContent } from '#contract/book-content/book-content';
import { ContentEditorScreen } from '#web/features/book-content/content-editor-screen.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { fakeBookContent, fakeAnalysis } from './fake-book-content.ts';
import { renderScreen } from './render-screen.tsx';

interface OpenOptions {
  readonly bookContent?: Partial<BookContent>;
  readonly permissions?: readonly string[];
  readonly prepare?: (fake: FakeApi) => void;
}

/** Opens the content editor of a book with three chapters for a user who has opened it before. */
export async function openContentEditor({ bookContent = {}, permissions, prepare }: OpenOptions = {}) {
  const fake = createFakeApi(permissions);
  fake.bookContents.byBook.set(1, fakeBookContent(1, bookContent));
  fake.bookContents.analyses.set(1, [fakeAnalysis()]);
  prepare?.(fake);
  localStorage.setItem('content_editor_hint_read', '1');
  const screens = (
    <Routes>
      <Route path="/books/:id/content" element={<ContentEditorScreen />} />
      <Route path="/books" element={<p>The books</p>} />
    </Routes>
  );
  const view = renderScreen(screens, { route: '/books/1/content', fake });
  await screen.findByRole('heading', { name: 'Book 1' });
  const press = (name: string | RegExp) => view.user.click(screen.getByRole('button', { name }));
  const names = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of chapter/ }).map(({ value }) => value);
  const slider = (name: string) => screen.getByRole('slider', { name });
  const saves = () => fake.requestsTo('/books/1/content', 'PUT').map(({ body }) => body);
  return { ...view, fake, press, names, slider, saves };
}

/** Selects a menu item. */
export const choose = async (
  user: { click: (element: Element) => Promise<void> },
  menu: string,
  entry: string,
) => {
  await user.click(screen.getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};
