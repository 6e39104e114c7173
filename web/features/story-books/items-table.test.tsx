import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ItemsTable } from './items-table.tsx';
import { type StoryRow, toRows } from './story-items.ts';
import { useStoryRows } from './use-story-rows.ts';
import type { ValidationBadgeProps } from './validation-badge.tsx';

const { drawn } = vi.hoisted(() => ({ drawn: [] as number[] }));
vi.mock('./validation-badge.tsx', () => ({
  ValidationBadge({ number }: ValidationBadgeProps) {
    drawn.push(number);
    return null;
  },
}));

const items = Array.from({ length: 30 }, (_, index) => ({
  book_code: `BK-${index}`,
  chapter_code: 'ch-1',
  text_item_code: 't-1',
  is_featured: false,
  book: null,
}));
const noEdit = () => {};
const noErrors = {};

function Table() {
  const [rows, setRows] = useState<readonly StoryRow[]>(() => toRows(items));
  const { progress, actions } = useStoryRows(rows, { isOpen: true, setRows, onEdited: noEdit });
  return <ItemsTable rows={rows} progress={progress} actions={actions} errors={noErrors} />;
}

beforeEach(() => void drawn.splice(0));

it('renders only the edited row, for any number of rows', () => {
  renderScreen(<Table />);
  expect(new Set(drawn).size).toBe(30);
  drawn.splice(0);
  for (const text of ['BK-7', 'BK-77', 'BK-777'])
    fireEvent.change(screen.getByLabelText('Book Code of item 30'), {
      target: { value: text },
    });
  expect(drawn).toEqual([30, 30, 30]);
});
