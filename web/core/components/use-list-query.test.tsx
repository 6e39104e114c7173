import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import { changeListView } from '#web/core/lib/list-view.ts';
import { useListQuery } from './use-list-query.ts';

function Probe() {
  const { query, change, goTo, isFiltered } = useListQuery({ q: '', category_code: '' });
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output>{JSON.stringify([query.q, query.category_code, query.page, isFiltered])}</output>
      <p>{`address ${search}`}</p>
      <button type="button" onClick={() => change({ q: 'sea' })}>
        sea
      </button>
      <button type="button" onClick={() => change({ q: 'seaside' })}>
        seaside
      </button>
      <button type="button" onClick={() => change({ category_code: 'fiction' })}>
        fiction
      </button>
      <button type="button" onClick={() => goTo(3)}>
        page 3
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        back
      </button>
    </>
  );
}

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]} useTransitions={false}>
      <Probe />
    </MemoryRouter>,
  );
const state = () => JSON.parse(screen.getByRole('status').textContent) as unknown;

it('reads an address, and replaces an invalid page with page 1', () => {
  open('/x?search=%20sea&category_code=fiction&page=-2&other=1');
  expect(state()).toEqual(['sea', 'fiction', 1, true]);
});

it('writes every change to the address, and Back reverts it', async () => {
  const user = userEvent.setup();
  open('/x?other=1');
  const click = (name: string) => user.click(screen.getByRole('button', { name }));
  await click('sea');
  await click('page 3');
  expect(state()).toEqual(['sea', '', 3, true]);
  await click('fiction');
  expect(state()).toEqual(['sea', 'fiction', 1, true]);
  expect(screen.getByText('address ?other=1&search=sea&category_code=fiction')).toBeTruthy();
  await click('back');
  expect(state()).toEqual(['sea', '', 3, true]);
  await click('back');
  await click('seaside');
  // Back skips the previously typed text.
  await click('back');
  expect(state()).toEqual(['', '', 1, false]);
});

it('returns to page 1 when the page size changes', () => {
  open('/x?page=4');
  expect(state()).toEqual(['', '', 4, false]);
  act(() => changeListView({ pageSize: 25 }));
  expect(state()).toEqual(['', '', 1, false]);
  expect(screen.getByText('address')).toBeTruthy();
});
