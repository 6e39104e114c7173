import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Pager } from './pager.tsx';

const show = (page: number, total: number) => {
  const onChange = vi.fn<(page: number) => void>();
  const { user } = renderScreen(<Pager page={page} total={total} onChange={onChange} label="Pages" />);
  return { user, onChange };
};
const button = (name: string) => screen.getByRole('button', { name });

it('disables both ends of a single page', () => {
  show(1, 0);
  expect(button('Previous').hasAttribute('disabled')).toBe(true);
  expect(button('Next').hasAttribute('disabled')).toBe(true);
  screen.getByText('Total: 0 items');
});

it('labels its pages, marks the current one and shows a gap for hidden ones', () => {
  show(6, 200);
  const pages = screen.getAllByRole('button', { name: /^Page/ }).map(({ textContent }) => textContent);
  expect(pages).toEqual(['1', '3', '4', '5', '6', '7', '8', '9', '20']);
  expect(screen.getAllByText('…')).toHaveLength(2);
  expect(button('Page 6').getAttribute('aria-current')).toBe('page');
  screen.getByText('Total: 200 items');
});

it('keeps the focus on the pager when the pressed button becomes disabled', async () => {
  const Paged = () => {
    const [page, setPage] = useState(2);
    return <Pager page={page} total={30} onChange={setPage} label="Pages" />;
  };
  const { user } = renderScreen(<Paged />);
  await user.click(button('Next'));
  expect(document.activeElement).toBe(button('Page 3'));
  await user.click(button('Previous'));
  expect(document.activeElement).toBe(button('Previous'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(button('Page 1'));
});

it('moves by one, moves to a number, and stays on the current page', async () => {
  const { user, onChange } = show(3, 60);
  await user.click(button('Previous'));
  await user.click(button('Next'));
  await user.click(button('Page 6'));
  await user.click(button('Page 3'));
  expect(onChange.mock.calls).toEqual([[2], [4], [6]]);
});
