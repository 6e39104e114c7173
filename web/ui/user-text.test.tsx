import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { ClampedText, UserText } from './user-text.tsx';

it('lets only a word break that no line can hold', () => {
  const word = 'x'.repeat(25);
  renderScreen(<UserText>{`A word-by-word-by-word-by-word, ${word} and ${'y'.repeat(24)}`}</UserText>);
  const broken = screen.getByText(word);
  expect(broken.tagName).toBe('SPAN');
  expect(broken.parentElement?.textContent).toBe(
    `A word-by-word-by-word-by-word, ${word} and ${'y'.repeat(24)}`,
  );
  expect(broken.parentElement?.children).toHaveLength(1);
});

it('keeps the whole of a shortened name at hand', () => {
  const name = 'A name of more than a line '.repeat(3).trim();
  renderScreen(
    <>
      <ClampedText isName>{name}</ClampedText>
      <ClampedText>Short</ClampedText>
    </>,
  );
  expect(screen.getByTitle(name).textContent).toBe(name);
  expect(screen.getByText('Short').closest('[title]')).toBeNull();
});
