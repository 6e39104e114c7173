import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ReadMore } from './read-more.tsx';

it('shows a short text in full, without a toggle', () => {
  renderScreen(<ReadMore text="All of it" start={undefined} />);
  screen.getByText('All of it');
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the start, then the whole text, then the start again', async () => {
  const { user } = renderScreen(<ReadMore text="One two three four" start="One two" />);
  const paragraph = () => screen.getByText(/^One two/).textContent;
  expect(paragraph()).not.toContain('three');
  await user.click(screen.getByRole('button', { name: 'Read More', expanded: false }));
  expect(paragraph()).toContain('One two three four');
  await user.click(screen.getByRole('button', { name: 'Show Less', expanded: true }));
  expect(paragraph()).not.toContain('three');
});
