import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { NameList } from './name-list.tsx';

const entries = Array.from({ length: 3_000 }, (_, index) => ({
  code: `BK-${index}`,
  name: `Bread, salt, and book ${index}`,
}));
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('separates names that contain commas, and shows only the first few', async () => {
  const { user } = renderScreen(<NameList entries={entries.slice(0, 8)} />);
  expect(names()).toEqual(entries.slice(0, 3).map(({ name }) => name));
  await user.click(screen.getByRole('button', { name: 'Read More', expanded: false }));
  expect(names()).toEqual(entries.slice(0, 8).map(({ name }) => name));
  await user.click(screen.getByRole('button', { name: 'Show Less', expanded: true }));
  expect(names()).toHaveLength(3);
});

it('renders only the first few of thousands before they are requested', () => {
  renderScreen(<NameList entries={entries} />);
  expect(names()).toHaveLength(3);
});

it('shows a single name in full at any length, and no toggle if nothing is hidden', () => {
  const name = 'x'.repeat(500);
  renderScreen(<NameList entries={[{ code: 'BK-1', name }]} />);
  expect(names()).toEqual([name]);
  expect(screen.queryByRole('button')).toBeNull();
});
