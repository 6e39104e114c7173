import { screen } from '@testing-library/react';
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
  const folded = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  expect(folded?.contains(screen.getByLabelText('Language'))).toBe(true);
  expect(folded?.dataset['open']).toBe('false');
  await user.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(folded?.dataset['open']).toBe('true');
});

it('shows no number without active selects', () => {
  show(0);
  expect(screen.getByRole('button', { name: 'Filters' }).textContent).toBe('Filters');
});

it('has no collapse button for a search alone, but always the view menu', () => {
  renderScreen(<FilterBar search={<input aria-label="Search" />} />);
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Display options',
  ]);
});
