import { screen, waitFor } from '@testing-library/react';
import { Profiler, useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { collectionsSlice } from '#web/features/collections/collections.slice.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useResourceList } from './use-resource-list.ts';

const stay = () => undefined;

function Probe() {
  const [query, setQuery] = useState({ page: 1, items_per_page: 2 });
  const { items, isFetching, reload } = useResourceList(collectionsSlice, query, stay);
  return (
    <>
      <output>{`${isFetching ? '… ' : ''}${items.map(({ id }) => id).join()}`}</output>
      <button type="button" onClick={() => setQuery({ page: 2, items_per_page: 2 })}>
        Next
      </button>
      <button type="button" onClick={reload}>
        Again
      </button>
    </>
  );
}

it('renders twice for another page: while it is loading, and when it is loaded', async () => {
  const fake = createFakeApi();
  for (let id = 1; id <= 4; id += 1)
    fake.items.collections.push({ id, title: `Shelf ${id}`, name: `Shelf ${id}`, version: 1 });
  const drawnRows: string[] = [];
  const note = () => drawnRows.push(screen.queryByRole('status')?.textContent ?? '');
  const { user } = renderScreen(
    <Profiler id="list" onRender={note}>
      <Probe />
    </Profiler>,
    { fake },
  );
  const shows = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
  await shows('4,3');
  drawnRows.length = 0;
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await shows('2,1');
  expect(drawnRows).toEqual(['… 4,3', '2,1']);
  drawnRows.length = 0;
  await user.click(screen.getByRole('button', { name: 'Again' }));
  await shows('2,1');
  await waitFor(() => expect(drawnRows).toEqual(['… 2,1', '2,1']));
});

it('returns the query of the items, with the corrected search', async () => {
  const fake = createFakeApi();
  fake.items.collections.push({ id: 1, title: 'Voyages', name: 'Voyages', version: 1 });
  fake.corrections['voyaegs'] = 'Voyages';
  const query = { page: 1, items_per_page: 2, search: 'voyaegs' };
  let list: ReturnType<typeof useResourceList> | undefined;
  const Corrected = () => {
    const current = useResourceList(collectionsSlice, query, stay);
    useEffect(() => {
      list = current;
    }, [current]);
    return <output>{current.items.map(({ title }) => title).join()}</output>;
  };
  renderScreen(<Corrected />, { fake });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Voyages'));
  expect(list?.didYouMean).toBe('Voyages');
  expect(list?.query).toEqual({ ...query, search: 'Voyages' });
});
