import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DataCell, DataRow, DataTable } from './data-table.tsx';

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

it('is a table from that width on, and cards below it, of the same rows and columns', () => {
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

it('is a table where there is just room for it, and where nothing is laid out', () => {
  show(640);
  expect(layout()).toBe('rows');
});

it('sets what people typed apart, whatever its direction', () => {
  show(0);
  expect(layout()).toBe('rows');
  expect(screen.getByText('مئة عام').tagName).toBe('BDI');
});
