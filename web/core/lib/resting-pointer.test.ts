import { expect, it } from 'vitest';
import { isRestingPointer } from './resting-pointer.ts';

it.each([
  ['a mouse that did not move', { pointerType: 'mouse', movementX: 0, movementY: 0 }, true],
  ['a mouse that moved', { pointerType: 'mouse', movementX: 0, movementY: 2 }, false],
  ['a touch', { pointerType: 'touch', movementX: 0, movementY: 0 }, false],
])('recognizes %s', (_name, values, isResting) => {
  const event = new PointerEvent('pointerover');
  for (const [key, value] of Object.entries(values)) Object.defineProperty(event, key, { value });
  expect(isRestingPointer(event)).toBe(isResting);
  expect(isRestingPointer(new Event('focusin'))).toBe(false);
});
