import { Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { MenuButton } from './menu-button.tsx';

it('opens a menu with the name of its button, and returns the focus on Escape', async () => {
  const onOpen = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const { user } = renderScreen(
    <MenuButton
      onOpen={onOpen}
      onClose={onClose}
      renderButton={(button) => <button {...button}>Further actions</button>}
    >
      {() => <Menu.Item>Copy</Menu.Item>}
    </MenuButton>,
  );
  const button = screen.getByRole('button', { name: 'Further actions', expanded: false });
  button.focus();
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu', { name: 'Further actions' });
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Copy' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect([onOpen.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});
