import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/categories/categories-screen.tsx';
import '#web/features/story-books/story-books-screen.tsx';
import '../layout/command-menu.tsx';
import './help-panel.tsx';
import { help } from '#web/core/i18n/en/help.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import type { Module } from '#web/core/lib/module.ts';
import { moduleList, modules } from '../modules.ts';
import { AppRoutes } from '../router.tsx';
import { helpModules } from './use-help.ts';

const openHelp = () => screen.getByRole('button', { name: 'Help' });

it('opens the help page of the screen beside it, with its shortcuts, and closes on Escape', async () => {
  const { user } = renderScreen(<AppRoutes />, { route: '/categories' });
  await screen.findByRole('heading', { name: 'Categories' });
  await user.click(openHelp());
  const page = within(await screen.findByRole('complementary', { name: 'Help: Categories' }));
  page.getByText(help.categories.purpose);
  for (const { task } of help.categories.tasks) page.getByRole('heading', { name: task });
  page.getByText('Add Category');
  expect(openHelp().getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(page.getByRole('heading', { name: 'Help: Categories' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary', { name: /^Help/ })).toBeNull();
  expect(document.activeElement).toBe(openHelp());
});

it('changes with the screen, and is listed in the command menu', async () => {
  const { user } = renderScreen(<AppRoutes />, { route: '/categories' });
  await screen.findByRole('heading', { name: 'Categories' });
  await user.click(openHelp());
  await screen.findByRole('complementary', { name: 'Help: Categories' });
  await user.click(screen.getAllByRole('link', { name: 'Story Books' })[0] as HTMLElement);
  await screen.findByRole('complementary', { name: 'Help: Story Books' });
  const box = screen.getByRole('combobox', { name: /^Search records/ });
  await user.click(box);
  await screen.findByRole('listbox');
  expect(screen.queryByRole('group', { name: 'Help' })).toBeNull();
  await user.type(box, 'help: categ');
  const pages = within(await screen.findByRole('group', { name: 'Help' }));
  await user.click(pages.getByRole('option', { name: 'Help: Categories' }));
  await waitFor(() => screen.getByRole('complementary', { name: 'Help: Categories' }));
});

it('lists every help page in the command menu', async () => {
  const { user } = renderScreen(<AppRoutes />, { route: '/categories' });
  await user.type(await screen.findByRole('combobox', { name: /^Search records/ }), 'help:');
  const pages = within(await screen.findByRole('group', { name: 'Help' }));
  const names = pages.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual(expect.arrayContaining(['Help: Dashboard', 'Help: Review import', 'Help: Trash']));
  expect(names).toHaveLength(Object.keys(help).length);
  expect(helpModules.flatMap((name) => (modules[name] as Module).help ?? []).toSorted()).toEqual(
    Object.keys(help).toSorted(),
  );
});

it('has one page for each screen, and one for all record pages', () => {
  const topics = new Set(moduleList.flatMap(({ help: topic }) => topic ?? []));
  expect([...topics].toSorted()).toEqual(Object.keys(help).toSorted());
});
