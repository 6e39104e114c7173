import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { IconAction } from './icon-action.tsx';
import { ClampedText } from './user-text.tsx';

const tooltip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent;

function Actions() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      {isThere && (
        <IconAction
          label="Remove “Wind”"
          tooltip="Remove"
          icon={<svg data-testid="icon" />}
          onClick={() => setThere(false)}
        />
      )}
      <IconAction label="Move up" icon={<svg />} />
      <ClampedText>A name that may be cut</ClampedText>
    </>
  );
}

it('shows the tooltip of a hovered control or its icon, and hides it afterwards', async () => {
  const { user } = renderScreen(<Actions />);
  const button = screen.getByRole('button', { name: 'Remove “Wind”' });
  expect(button.hasAttribute('title')).toBe(false);
  await user.hover(screen.getByTestId('icon'));
  await waitFor(() => expect(tooltip()).toBe('Remove'));
  await user.unhover(button);
  await waitFor(() => expect(tooltip()).toBe(undefined));
  await user.hover(button);
  await waitFor(() => expect(tooltip()).toBe('Remove'));
  await user.click(button);
  await waitFor(() => expect(tooltip()).toBe(undefined));
});

it('disappears with a control that is removed', async () => {
  const { user } = renderScreen(<Actions />);
  const button = screen.getByRole('button', { name: 'Remove “Wind”' });
  await user.hover(button);
  await waitFor(() => expect(tooltip()).toBe('Remove'));
  act(() => button.click());
  await waitFor(() => expect(tooltip()).toBe(undefined));
});

it('shows the tooltip of a control focused by keyboard, until it is used or Escape is pressed', async () => {
  const { user } = renderScreen(<Actions />);
  await user.tab();
  await waitFor(() => expect(tooltip()).toBe('Remove'));
  await user.tab();
  await waitFor(() => expect(tooltip()).toBe('Move up'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(tooltip()).toBe(undefined));
});

it('ignores touch', async () => {
  vi.useFakeTimers();
  renderScreen(<Actions />);
  const button = screen.getByRole('button', { name: 'Move up' });
  fireEvent.pointerOver(button, { pointerType: 'touch' });
  act(() => void vi.advanceTimersByTime(5_000));
  expect(tooltip()).toBeUndefined();
  fireEvent.pointerOver(button, { pointerType: 'mouse' });
  act(() => void vi.advanceTimersByTime(5_000));
  expect(tooltip()).toBe('Move up');
  vi.useRealTimers();
});

it('shows the whole text only if it is truncated', async () => {
  const { user } = renderScreen(<Actions />);
  const text = screen.getByText('A name that may be cut').parentElement as HTMLElement;
  vi.spyOn(text, 'clientHeight', 'get').mockReturnValue(20);
  const height = vi.spyOn(text, 'scrollHeight', 'get').mockReturnValue(20);
  const other = screen.getByRole('button', { name: 'Move up' });
  await user.hover(text);
  await user.hover(other);
  await waitFor(() => expect(tooltip()).toBe('Move up'));
  height.mockReturnValue(60);
  await user.hover(text);
  await waitFor(() => expect(tooltip()).toBe('A name that may be cut'));
});
