import { expect, it } from 'vitest';
import { collections } from '#contract/collections/collections';
import { saveErrorText } from './use-save.ts';

it.each([
  [true, 'http', 200, undefined, 'Failed to create collection'],
  [false, 'http', 200, undefined, 'Failed to update collection'],
  [true, 'http', 500, undefined, 'Failed to save collection'],
  [false, 'http', 404, undefined, 'Failed to save collection'],
  [true, 'network', 0, undefined, 'Failed to save collection'],
  [false, 'timeout', 0, undefined, 'Failed to save collection'],
  [true, 'http', 422, undefined, 'Validation failed'],
  [true, 'http', 200, 'No', 'No'],
  [false, 'http', 422, 'Title is required', 'Title is required'],
] as const)('shows for a save (new: %s) that failed by %s %i with %j: %j', (...row) => {
  const [isNew, kind, status, serverMessage, text] = row;
  expect(saveErrorText(collections, { kind, status, serverMessage, message: 'x' }, isNew)).toBe(text);
});
