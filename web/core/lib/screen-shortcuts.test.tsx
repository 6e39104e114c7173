import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  runScreenShortcut,
  type ScreenShortcut,
  useNamedShortcuts,
  useScreenShortcuts,
} from './screen-shortcuts.ts';

const listen = (event: KeyboardEvent) => void runScreenShortcut(event);
beforeEach(() => document.addEventListener('keydown', listen));
afterEach(() => document.removeEventListener('keydown', listen));

function Screen({ keys }: { readonly keys: readonly ScreenShortcut[] }) {
  useScreenShortcuts(keys);
  return null;
}

function Names() {
  return (
    <p>
      {useNamedShortcuts()
        .map(({ key, label }) => `${key} ${label}`)
        .join(', ')}
    </p>
  );
}

it('runs a shortcut only while its component is mounted', () => {
  const run = vi.fn<() => void>();
  const { rerender } = render(<Screen keys={[{ key: 'n', label: 'New', run }]} />);
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.keyDown(document.body, { key: 'N' });
  expect(run).toHaveBeenCalledTimes(2);
  rerender(<div />);
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(run).toHaveBeenCalledTimes(2);
});

it('works while a checkbox has the focus', () => {
  const run = vi.fn<() => void>();
  render(
    <>
      <Screen keys={[{ key: 'x', run }]} />
      <input type="checkbox" />
    </>,
  );
  fireEvent.keyDown(screen.getByRole('checkbox'), { key: 'x' });
  expect(run).toHaveBeenCalledTimes(1);
});

it('passes a key on to the next component if the first one does not handle it', () => {
  const second = vi.fn<() => void>();
  render(
    <>
      <Screen keys={[{ key: 'e', run: () => false }]} />
      <Screen keys={[{ key: 'e', run: second }]} />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(second).toHaveBeenCalledTimes(1);
});

it('ignores keys in fields, with modifiers, in menus and behind dialogs', () => {
  const run = vi.fn<() => void>();
  const { rerender } = render(
    <>
      <Screen keys={[{ key: 'x', run }]} />
      <input />
      <div role="menu">
        <button type="button">In a menu</button>
      </div>
    </>,
  );
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'x' });
  fireEvent.keyDown(screen.getByRole('button'), { key: 'x' });
  fireEvent.keyDown(document.body, { key: 'x', ctrlKey: true });
  rerender(
    <>
      <Screen keys={[{ key: 'x', run }]} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- same markup as the dialogs of the library */}
      <div role="dialog" aria-modal="true" />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'x' });
  expect(run).not.toHaveBeenCalled();
});

it('lists the shortcuts with labels', () => {
  render(
    <>
      <Screen
        keys={[
          { key: 'n', label: 'New book', run: () => undefined },
          { key: 'ArrowUp', run: () => undefined },
        ]}
      />
      <Names />
    </>,
  );
  expect(screen.getByText('n New book')).toBeTruthy();
});
