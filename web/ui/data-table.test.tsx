import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DataCell, DataRow, DataTable, type SortDirection } from './data-table.tsx';

function show(width: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  renderScreen(
    <DataTable columns={['Title', 'Pages', 'Actions']} rowsFrom={40}>
      <DataRow>
        <DataCell label="Title" kind="title">
          {'مئة عام'}
        </DataCell>
        <DataCell label="Pages" kind="number">
          12
        </DataCell>
        <DataCell label="Actions" kind="actions">
          <button type="button">Edit</button>
        </DataCell>
      </DataRow>
    </DataTable>,
  );
}
const layout = () => screen.getByRole('table').parentElement?.getAttribute('data-layout');

it('renders a table from that width on, and cards with the same rows and columns below it', () => {
  show(639);
  expect(layout()).toBe('cards');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Pages',
    'Actions',
  ]);
  const cells = screen.getAllByRole('cell');
  expect(cells.map(({ dataset }) => dataset['label'])).toEqual(['Title', 'Pages', 'Actions']);
});

it('renders a table if there is just enough space, and without layout', () => {
  show(640);
  expect(layout()).toBe('rows');
});

it('isolates the direction of user text', () => {
  show(0);
  expect(layout()).toBe('rows');
  expect(screen.getByText('مئة عام').tagName).toBe('BDI');
});

it('sorts by a column ascending, then descending, then not at all', async () => {
  const onSort = vi.fn<(direction: SortDirection | undefined) => void>();
  const Table = () => {
    const [direction, setDirection] = useState<SortDirection>();
    onSort.mockImplementation(setDirection);
    return (
      <DataTable
        columns={['Title', 'Pages']}
        rowsFrom={40}
        hasFooter
        sorts={{ Pages: { direction, onSort } }}
      >
        <DataRow>
          <DataCell label="Title">Sea</DataCell>
          <DataCell label="Pages">12</DataCell>
        </DataRow>
      </DataTable>
    );
  };
  const { user } = renderScreen(<Table />);
  const sortStates = () => screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-sort'));
  // The footer repeats the headings without buttons.
  expect(sortStates()).toEqual([null, 'none', null, null]);
  const button = screen.getByRole('button', { name: 'Pages' });
  for (const [expected, direction] of [
    ['ascending', 'asc'],
    ['descending', 'desc'],
    ['none', undefined],
  ]) {
    await user.click(button);
    expect(onSort).toHaveBeenLastCalledWith(direction);
    expect(sortStates()[1]).toBe(expected);
  }
});
