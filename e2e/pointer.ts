import { expect, type Locator, type Page } from '@playwright/test';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the middle of an element after scrolling it into the window. */
export async function middleOf(element: Locator): Promise<Point> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags an element with the mouse to a point or to another element. */
export async function drag(page: Page, from: Locator, to: Locator | Point): Promise<void> {
  const end = 'x' in to ? to : await middleOf(to);
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  // A drag starts after a movement of a few pixels.
  await page.mouse.move(start.x, start.y + 10, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 10 });
  await page.mouse.up();
}

/** Waits in the page until a drag handles arrow keys: it does so after the next task and the next rendering, which measures the list. */
export const dragHandlesKeys = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(null)))),
  );

/** Picks up an entry of a sorted list by keyboard, and waits for its announcement. */
export async function pickUp(page: Page, handle: Locator, announcement: string): Promise<void> {
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(announcement)).toBeAttached();
  await page.evaluate(dragHandlesKeys);
}

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd';

/** Returns a function that sends the touch events of one finger. Without a point, the finger is lifted. */
export async function openFinger(page: Page): Promise<(type: TouchType, point?: Point) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (type, point) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  };
}
