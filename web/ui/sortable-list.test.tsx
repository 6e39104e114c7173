import { Modal } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useState } from 'react';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PositionButton } from './position-button.tsx';
import { type SortableEntry, SortableList, type SortablePosition } from './sortable-list.tsx';
import { useSortableEntry } from './use-sortable-entry.ts';

const SIDE = 100;
const PER_LINE = 4;

/** The test document has no layout, so entries are mocked as squares, four per line, and their container surrounds all. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const entries = [...document.querySelectorAll('li')];
    const index = entries.indexOf(this as HTMLLIElement);
    if (index < 0) return new DOMRect(0, 0, PER_LINE * SIDE, Math.ceil(entries.length / PER_LINE) * SIDE);
    return new DOMRect((index % PER_LINE) * SIDE, Math.floor(index / PER_LINE) * SIDE, SIDE, SIDE);
  });
});

interface Props {
  readonly count: number;
  readonly onChange?: (ids: string[]) => void;
  readonly onClose?: () => void;
}

function Chips({ count, onChange, onClose = () => {} }: Props) {
  const [entries, setEntries] = useState<readonly SortableEntry[]>(() =>
    Array.from({ length: count }, (_, index) => ({ id: `b${index + 1}`, name: `Book ${index + 1}` })),
  );
  const change = (next: readonly SortableEntry[]) => {
    setEntries(next);
    onChange?.(next.map(({ id }) => id));
  };
  return (
    <Modal opened onClose={onClose} title="Books" transitionProps={{ duration: 0 }}>
      <SortableList entries={entries} layout="chips" onChange={change}>
        {(visibleEntries) => (
          <ul>
            {visibleEntries.map(({ entry, position }) => (
              <Chip key={entry.id} entry={entry} position={position} />
            ))}
          </ul>
        )}
      </SortableList>
    </Modal>
  );
}

function Chip({ entry, position }: { readonly entry: SortableEntry; readonly position: SortablePosition }) {
  const { entryProps, handleProps } = useSortableEntry(entry);
  return (
    <li {...entryProps}>
      <button type="button" {...handleProps}>
        {entry.name}
      </button>
      <PositionButton name={entry.name} position={position} />
    </li>
  );
}

async function open(count: number) {
  const onChange = vi.fn<(ids: string[]) => void>();
  const onClose = vi.fn<() => void>();
  const { user } = renderScreen(<Chips count={count} onChange={onChange} onClose={onClose} />);
  await screen.findByRole('dialog');
  return { user, onChange, onClose };
}
const handle = (number: number) => screen.getByRole('button', { name: `Move Book ${number}` });
const position = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}, position`) });
const order = () => screen.getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent);
const response = (text: string) => screen.findByText(text);

it('moves an entry by keyboard, and announces each step with name and position', async () => {
  const { user, onChange } = await open(12);
  act(() => handle(3).focus());
  await user.keyboard(' ');
  await response('Picked up Book 3. Position 3 of 12.');
  await user.keyboard('{ArrowRight}');
  await response('Moved Book 3 to position 4 of 12.');
  await user.keyboard('{ArrowRight}');
  await response('Moved Book 3 to position 5 of 12.');
  await user.keyboard('{ArrowLeft}');
  await response('Moved Book 3 to position 4 of 12.');
  await user.keyboard('{ArrowUp}{ArrowDown}');
  await response('Moved Book 3 to position 8 of 12.');
  await user.keyboard('{Enter}');
  await response('Dropped Book 3 at position 8 of 12.');
  expect(onChange.mock.calls).toEqual([
    [['b1', 'b2', 'b4', 'b5', 'b6', 'b7', 'b8', 'b3', 'b9', 'b10', 'b11', 'b12']],
  ]);
  await waitFor(() => expect(document.activeElement).toBe(handle(3)));
});

it('restores the order and keeps the dialog open on Escape', async () => {
  const { user, onChange, onClose } = await open(4);
  act(() => handle(1).focus());
  await user.keyboard(' ');
  await response('Picked up Book 1. Position 1 of 4.');
  await user.keyboard('{ArrowRight}');
  await response('Moved Book 1 to position 2 of 4.');
  await user.keyboard('{Escape}');
  await response('Reordering cancelled. Book 1 is back at position 1 of 4.');
  expect([onChange.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  [350, 50, 'Dropped Book 1 at position 4 of 4.', ['b2', 'b3', 'b4', 'b1']],
  [350, 500, 'Reordering cancelled. Book 1 is back at position 1 of 4.', undefined],
])('handles a drop by mouse at %i, %i: %s', async (x, y, sentence, ids) => {
  const { onChange } = await open(4);
  fireEvent.mouseDown(handle(1), { button: 0, clientX: 50, clientY: 50 });
  fireEvent.mouseMove(document, { clientX: 70, clientY: 50 });
  await response('Picked up Book 1. Position 1 of 4.');
  fireEvent.mouseMove(document, { clientX: x, clientY: y });
  await screen.findByText(ids ? 'Moved Book 1 to position 4 of 4.' : 'Book 1 is outside the list.');
  fireEvent.mouseUp(document);
  await response(sentence);
  expect(onChange.mock.calls.map(([sentOrder]) => sentOrder)).toEqual(ids ? [ids] : []);
});

it('applies an Escape during a mouse drag only to the drag', async () => {
  const { user, onChange, onClose } = await open(4);
  const [item] = screen.getAllByRole('listitem');
  fireEvent.mouseDown(item as HTMLElement, { button: 0, clientX: 50, clientY: 50 });
  fireEvent.mouseMove(document, { clientX: 70, clientY: 50 });
  await response('Picked up Book 1. Position 1 of 4.');
  await user.keyboard('{Escape}');
  await response('Reordering cancelled. Book 1 is back at position 1 of 4.');
  expect([onChange.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  // The library ignores clicks for 50 ms after a drag, also those of the next test.
  await new Promise((resolve) => setTimeout(resolve, 100));
});

it.each([
  ['3{Enter}', ['b2', 'b3', 'b1', 'b4']],
  ['99{Enter}', ['b2', 'b3', 'b4', 'b1']],
  ['1{Enter}', undefined],
  ['{Backspace}{Enter}', undefined],
  ['3{Escape}', undefined],
])('accepts %j as a position, and keeps the focus', async (typedKeys, ids) => {
  const { user, onChange, onClose } = await open(4);
  await user.click(position('Book 1'));
  await user.keyboard(typedKeys);
  expect(onChange.mock.calls.map(([sentOrder]) => sentOrder)).toEqual(ids ? [ids] : []);
  expect(document.activeElement).toBe(position('Book 1'));
  expect(onClose).not.toHaveBeenCalled();
});

it('renders one window of a long list, and follows an entry that is moved to another window', async () => {
  const { user, onChange } = await open(5_000);
  expect(order()).toHaveLength(50);
  screen.getByText('1–50 of 5,000');
  await user.click(position('Book 2'));
  await user.keyboard('4950{Enter}');
  await response('Dropped Book 2 at position 4950 of 5000.');
  expect(onChange.mock.calls[0]?.[0].slice(4_948, 4_951)).toEqual(['b4950', 'b2', 'b4951']);
  screen.getByText('4,901–4,950 of 5,000');
  expect(document.activeElement).toBe(position('Book 2'));
});

it('pages through the windows, and keeps the focus at the ends', async () => {
  const { user } = await open(80);
  const [before, after] = ['Previous items', 'Next items'].map((name) =>
    screen.getByRole<HTMLButtonElement>('button', { name }),
  );
  expect([before?.disabled, after?.disabled]).toEqual([true, false]);
  await user.click(after as HTMLElement);
  expect(order()).toHaveLength(30);
  expect(order()[0]).toBe('Book 51');
  expect(document.activeElement).toBe(before);
});
