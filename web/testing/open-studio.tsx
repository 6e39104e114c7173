import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import type { Inside } from '#contract/inside';
import { StudioScreen } from '../features/studio/studio-screen.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { fakeInside, fakeScan } from './fake-inside.ts';
import { renderScreen } from './render-screen.tsx';

interface OpenOptions {
  readonly inside?: Partial<Inside>;
  readonly permissions?: readonly string[];
  readonly prepare?: (fake: FakeApi) => void;
}

/** The studio of a book of three chapters, as somebody finds it who has been there before. */
export async function openStudio({ inside = {}, permissions, prepare }: OpenOptions = {}) {
  const fake = createFakeApi(permissions);
  fake.insides.byBook.set(1, fakeInside(1, inside));
  fake.insides.scans.set(1, [fakeScan()]);
  prepare?.(fake);
  localStorage.setItem('studio_hint_read', '1');
  const screens = (
    <Routes>
      <Route path="/books/:id/studio" element={<StudioScreen />} />
      <Route path="/books" element={<p>The books</p>} />
    </Routes>
  );
  const rendered = renderScreen(screens, { route: '/books/1/studio', fake });
  await screen.findByRole('heading', { name: 'Book 1' });
  const press = (name: string | RegExp) => rendered.user.click(screen.getByRole('button', { name }));
  const names = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of chapter/ }).map(({ value }) => value);
  const slider = (name: string) => screen.getByRole('slider', { name });
  const saves = () => fake.callsTo('/books/1/inside', 'PUT').map(({ body }) => body);
  return { ...rendered, fake, press, names, slider, saves };
}

/** Takes an entry of a menu. */
export const choose = async (
  user: { click: (element: Element) => Promise<void> },
  menu: string,
  entry: string,
) => {
  await user.click(screen.getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};
