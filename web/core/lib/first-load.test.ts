import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Loads a page whose first list is `list`, and returns whether its first load has ended. */
async function open(list: Promise<unknown>) {
  vi.resetModules();
  const { afterFirstLoad, followFirstLoad } = await import('./first-load.ts');
  let hasEnded = false;
  void afterFirstLoad().then(() => {
    hasEnded = true;
  });
  followFirstLoad(list);
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return hasEnded;
  };
}

const never = new Promise(() => undefined);
const reach = (type: string, movement: number) =>
  dispatchEvent(
    Object.assign(new PointerEvent(type, { pointerType: 'mouse' }), { movementX: movement, movementY: 0 }),
  );

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['loads', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('No list'))],
])('ends some time after the list %s', async (_outcome, list) => {
  const hasEnded = await open(list());
  expect(await hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await hasEnded()).toBe(true);
});

it('ends when the pointer moves onto a control, or a key is pressed', async () => {
  const byPointer = await open(never);
  reach('pointerover', 0);
  expect(await byPointer()).toBe(false);
  reach('pointerover', 1);
  expect(await byPointer()).toBe(true);
  const byKey = await open(never);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  expect(await byKey()).toBe(true);
});
