import { act } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { type StoryRow, toRows } from './story-items.ts';
import { useStoryRows } from './use-story-rows.ts';

const path = '/books/validate-item';
const items = Array.from({ length: 9 }, () => ({
  book_code: 'BK-000001',
  chapter_code: 'ch-1',
  text_item_code: 't-1',
  is_featured: false,
  book: null,
}));

let storyRows: ReturnType<typeof useStoryRows>;
let close: () => void;

function Probe({ onEdited }: { readonly onEdited: (field: string) => void }) {
  const [isOpen, setOpen] = useState(true);
  const [rows, setRows] = useState<readonly StoryRow[]>(() => toRows(items));
  const story = useStoryRows(rows, { isOpen, setRows, onEdited });
  useEffect(() => {
    storyRows = story;
    close = () => setOpen(false);
  }, [story]);
  return null;
}

it('stops all checks when its dialog starts to close, and reports no edits after that', async () => {
  const fake = createFakeApi();
  const editedKeys: string[] = [];
  const onEdited = (field: string) => void editedKeys.push(field);
  const pauses = Array.from({ length: 4 }, () => fake.pauseNext({ path }));
  renderScreen(<Probe onEdited={onEdited} />, { fake });
  let all: Promise<void> | undefined;
  act(() => {
    all = storyRows.actions.validateAll();
  });
  expect(editedKeys).toHaveLength(4);
  act(() => close());
  await act(async () => {
    for (const gate of pauses) gate.release();
    await all;
  });
  expect(fake.requestsTo(path)).toHaveLength(4);
  expect(editedKeys).toHaveLength(4);
});
