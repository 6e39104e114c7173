import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { FilterBar } from './filter-bar.tsx';

const show = (active: number) =>
  renderScreen(
    <FilterBar search={<input aria-label="Search" />} active={active}>
      <select aria-label="Language" />
    </FilterBar>,
  );

it('collapses the selects behind a button with the number of active ones', async () => {
  const { user } = show(2);
  const toggle = screen.getByRole('button', { name: 'Filters, 2 active', expanded: false });
  const foldedRegion = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  expect(foldedRegion?.contains(screen.getByLabelText('Language'))).toBe(true);
  expect(foldedRegion?.dataset['open']).toBe('false');
  await user.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(foldedRegion?.dataset['open']).toBe('true');
});

it('shows no number without active selects', () => {
  show(0);
  expect(screen.getByRole('button', { name: 'Filters' }).textContent).toBe('Filters');
});

it('shows active filters as chips, and moves the focus to the next one when a chip is removed', async () => {
  const Filters = () => {
    const [values, setValues] = useState<Record<string, string>>({ Role: 'a', State: 'a', Show: 'all' });
    return (
      <FilterBar
        search={<input aria-label="Search" />}
        filters={Object.entries(values).map(([label, value]) => ({
          label,
          value,
          all: 'all',
          options: [
            { value: 'all', label: 'All' },
            { value: 'a', label: '\u00a0First' },
          ],
          onChange: (next) => setValues((before) => ({ ...before, [label]: next })),
        }))}
      />
    );
  };
  const { user } = renderScreen(<Filters />);
  const chips = () => screen.queryAllByRole('button', { name: /^Remove filter/ });
  expect(chips().map((chip) => chip.textContent)).toEqual(['Role: First', 'State: First']);
  expect(screen.getByRole('button', { name: 'Filters, 2 active' })).toBeDefined();
  for (const chip of chips().slice(0, 1)) await user.click(chip);
  expect(document.activeElement).toBe(chips()[0]);
  await user.keyboard('{Enter}');
  expect(chips()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

it('has no collapse button for a search alone, but always the view menu', () => {
  renderScreen(<FilterBar search={<input aria-label="Search" />} />);
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Display options',
  ]);
});
