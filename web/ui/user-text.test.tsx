import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { UserText } from './user-text.tsx';

it('breaks only words that are longer than a line', () => {
  const word = 'x'.repeat(25);
  renderScreen(<UserText>{`A word-by-word-by-word-by-word, ${word} and ${'y'.repeat(24)}`}</UserText>);
  const brokenWord = screen.getByText(word);
  expect(brokenWord.tagName).toBe('SPAN');
  expect(brokenWord.parentElement?.textContent).toBe(
    `A word-by-word-by-word-by-word, ${word} and ${'y'.repeat(24)}`,
  );
  expect(brokenWord.parentElement?.children).toHaveLength(1);
});
