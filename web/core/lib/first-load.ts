import { isRestingPointer } from './resting-pointer.ts';

const { promise: ended, resolve: end } = Promise.withResolvers<void>();

/** Resolves when code can be loaded that the first screen does not need. */
export const afterFirstLoad = (): Promise<void> => ended;

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
  void ended.then(() => listeners.abort());
  // Safari has no idle callbacks.
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  const wait = () => setTimeout(() => whenIdle(endFirstLoad), IMAGES_MS);
  list.then(wait, wait);
}
