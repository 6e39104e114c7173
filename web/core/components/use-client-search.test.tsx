import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { mobileConfigsSlice } from '#web/features/mobile-configs/mobile-configs.slice.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useClientSearch } from './use-client-search.ts';

const path = '/books/mobile-configs';
const textsOf = ({ title }: MobileConfig) => title.split(' / ');

let search: ReturnType<typeof useClientSearch<typeof mobileConfigsSlice.declaration>>;

function Probe() {
  const clientSearch = useClientSearch(mobileConfigsSlice, textsOf);
  useEffect(() => {
    search = clientSearch;
  }, [clientSearch]);
  const { items, total, isFetching, fetchError } = clientSearch.list;
  const titles = items.map(({ title }) => title).join();
  return (
    <output>
      {fetchError ?? `${isFetching ? '… ' : ''}${titles} of ${total}, page ${clientSearch.page}`}
    </output>
  );
}

/** Opens a list with the configs "Home 1" to "Home N", newest first. */
function open(count: number) {
  const fake = createFakeApi();
  for (let id = 1; id <= count; id += 1)
    fake.items['mobile-configs'].push({
      id,
      title: `Home ${id}`,
      is_main_service: true,
      config: [],
      version: 1,
    });
  renderScreen(<Probe />, { fake });
  return {
    fake,
    enter: (text: string) => act(() => search.setSearch(text)),
    shows: (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text)),
  };
}

it('reads all pages once for a text, and searches them again for the next text', async () => {
  const { fake, enter, shows } = open(230);
  await waitFor(() => expect(search.list.total).toBe(230));
  const before = fake.requestsTo(path).length;
  enter('HÓME 22');
  await shows(
    'Home 229,Home 228,Home 227,Home 226,Home 225,Home 224,Home 223,Home 222,Home 221,Home 220 of 11, page 1',
  );
  act(() => search.goTo(2));
  await shows('Home 22 of 11, page 2');
  enter('home 7');
  await waitFor(() => expect(search.list.total).toBe(11));
  expect(search.page).toBe(1);
  const calls = fake.requestsTo(path).slice(before);
  expect(calls.map(({ query }) => query)).toEqual([1, 2, 3].map((page) => ({ page, items_per_page: 100 })));
});

it('returns to page 1 of the whole list when the text is cleared', async () => {
  const { enter, shows } = open(12);
  await waitFor(() => expect(search.list.total).toBe(12));
  act(() => search.goTo(2));
  await shows('Home 2,Home 1 of 12, page 2');
  enter('home 3');
  await shows('Home 3 of 1, page 1');
  enter('');
  await shows(`${Array.from({ length: 10 }, (_, index) => `Home ${12 - index}`).join()} of 12, page 1`);
});

it('finds matches within one text, never across two', async () => {
  const { fake, enter, shows } = open(2);
  fake.items['mobile-configs'].push({
    id: 3,
    title: 'Morning / Tea',
    is_main_service: true,
    config: [],
    version: 1,
  });
  await waitFor(() => expect(search.list.total).toBe(3));
  enter('morning');
  await shows('Morning / Tea of 1, page 1');
  enter('tea');
  await shows('Morning / Tea of 1, page 1');
  enter('morning tea');
  await shows(' of 0, page 1');
  enter('g\nt');
  await shows(' of 0, page 1');
});

it('corrects a text without matches', async () => {
  const { fake, enter, shows } = open(2);
  fake.items['mobile-configs'].push({
    id: 3,
    title: 'Winter / Tea',
    is_main_service: true,
    config: [],
    version: 1,
  });
  await waitFor(() => expect(search.list.total).toBe(3));
  enter('wniter');
  // Without the correction, the first letter finds the same record.
  await waitFor(() => expect(search.list.didYouMean).toBe('Winter'));
  await shows('Winter / Tea of 1, page 1');
  enter('wnitr');
  await shows(' of 0, page 1');
  expect(search.list.didYouMean).toBeUndefined();
});

it('ignores a late page of a cancelled search', async () => {
  const { fake, enter, shows } = open(3);
  await waitFor(() => expect(search.list.total).toBe(3));
  const late = fake.pauseNext({ path });
  enter('home 1');
  enter('');
  late.release();
  await shows('Home 3,Home 2,Home 1 of 3, page 1');
});

it('keeps the rows visible while it reloads, and then shows the changes', async () => {
  const { fake, enter, shows } = open(3);
  await waitFor(() => expect(search.list.total).toBe(3));
  enter('home');
  await shows('Home 3,Home 2,Home 1 of 3, page 1');
  fake.items['mobile-configs'].pop();
  const pauses = [fake.pauseNext({ path }), fake.pauseNext({ path })];
  act(() => search.list.reload());
  await shows('… Home 3,Home 2,Home 1 of 3, page 1');
  for (const pause of pauses) pause.release();
  await shows('Home 2,Home 1 of 2, page 1');
});

it('shows the error of the list when the pages cannot be read', async () => {
  const { fake, enter, shows } = open(3);
  await waitFor(() => expect(search.list.total).toBe(3));
  fake.failNext({ path });
  enter('home');
  await shows('Failed to fetch mobile configs');
});
