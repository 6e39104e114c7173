import { isRestingPointer } from './resting-pointer.ts';

let end = (): void => undefined;
// Browsers without `Promise.withResolvers` can load the application too.
const firstLoad = new Promise<void>((resolve) => {
  end = resolve;
});

/** Resolves when code can be loaded that the first screen does not need. */
export const afterFirstLoad = (): Promise<void> => firstLoad;

/** Starts loading the code that the first screen does not need. */
export const endFirstLoad = (): void => end();

/** The time after the list in milliseconds. Its images are loaded first. */
const IMAGES_MS = 1500;

/** Ends the first load when the browser is idle after `list`, or when a control is hovered, focused or pressed. */
export function followFirstLoad(list: PromiseLike<unknown>): void {
  const listeners = new AbortController();
  const onReach = (event: Event) => {
    if (!isRestingPointer(event)) endFirstLoad();
  };
  for (const type of ['pointerover', 'focusin', 'keydown'] as const)
    addEventListener(type, onReach, { signal: listeners.signal, passive: true });
  void firstLoad.then(() => listeners.abort());
  // Safari has no idle callbacks.
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  const wait = () => setTimeout(() => whenIdle(endFirstLoad), IMAGES_MS);
  list.then(wait, wait);
}
