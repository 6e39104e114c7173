import type { Locator, Page } from 'playwright-core';
import { type FileToDrop, createTransfer } from '../e2e/file-transfer.ts';

/*
 * The times of the Keystroke-Level Model (Card, Moran and Newell, 1980) in seconds. The model estimates the actions of an experienced
 * user. Response times are measured.
 */
const KEY = 0.28;
const POINT = 1.1;
const PRESS = 0.2;
/** The time to move a hand between mouse and keyboard. */
const HOMING = 0.4;
const THINK = 1.35;

export interface Effort {
  readonly clicks: number;
  readonly keys: number;
  /** The measured waiting time in seconds. */
  readonly waitingSeconds: number;
  /** The time of the model in seconds, including waiting times. */
  readonly seconds: number;
}

/** Creates a driver that performs a task in a browser and counts its cost. It waits for each target before an action. */
export function createInput(page: Page) {
  let clicks = 0;
  let keys = 0;
  let decisions = 0;
  let waitingSeconds = 0;
  let seconds = 0;
  let isOnKeys = false;

  const move = (toKeys: boolean) => {
    if (isOnKeys !== toKeys) seconds += HOMING;
    isOnKeys = toKeys;
  };
  /** Measures the time until a condition is met. */
  async function until(wait: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await wait();
    waitingSeconds += (performance.now() - startedAt) / 1000;
  }
  const type = (count: number) => {
    move(true);
    keys += count;
    seconds += count * KEY;
  };

  return {
    page,
    until,
    sees: (target: Locator) => until(() => target.first().waitFor()),
    /** Adds the time to decide on the next action. */
    think() {
      decisions += 1;
      seconds += THINK;
    },
    async click(target: Locator, options: { readonly count?: 1 | 2; readonly shift?: boolean } = {}) {
      const { count = 1, shift = false } = options;
      await until(() => target.waitFor());
      move(false);
      clicks += count;
      seconds += POINT + count * PRESS;
      if (shift) seconds += KEY;
      await target.click({ clickCount: count, ...(shift && { modifiers: ['Shift'] }) });
    },
    /** Types into the focused element. */
    async type(text: string) {
      type(text.length);
      await page.keyboard.type(text);
    },
    async press(...names: readonly string[]) {
      for (const name of names) {
        type(name.split('+').length);
        await page.keyboard.press(name);
      }
    },
    /** Pastes the clipboard, which is one key with Ctrl. */
    async paste(text: string) {
      type(2);
      await page.evaluate((pastedText) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pastedText);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      }, text);
    },
    /** Drags files from another window into the page. */
    async drop(files: readonly FileToDrop[]) {
      move(false);
      seconds += 2 * (POINT + PRESS);
      const transfer = await createTransfer(page, files);
      for (const event of ['dragenter', 'dragover', 'drop'])
        await page.dispatchEvent('body', event, { dataTransfer: transfer });
    },
    /** Selects an option by its first letters, which is a click on the list and these keys. */
    async choose(target: Locator, label: string, letters = 2) {
      await until(() => target.waitFor());
      move(false);
      clicks += 1;
      seconds += POINT + PRESS;
      type(letters + 1);
      await target.selectOption({ label });
    },
    effort: (): Effort => ({ clicks, keys, waitingSeconds, seconds: seconds + waitingSeconds }),
    countDecisions: () => decisions,
  };
}

export type Input = ReturnType<typeof createInput>;
