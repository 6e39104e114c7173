import { type ComponentType, type FunctionComponent, useContext } from 'react';
import { createLazyCode, useLazyCode } from '#web/core/lib/lazy-component.tsx';
import { ScreenFrameContext } from './screen-frame.ts';

const screenTimeoutMs = 120_000;

const retryDelaysMs = [500, 2000];

function withTimeout<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The screen took too long to load')), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads a chunk, retries twice after an error, and fails permanently after `timeoutMs` in total. */
export function loadWithRetry<Value>(
  load: () => Promise<Value>,
  timeoutMs: number = screenTimeoutMs,
): Promise<Value> {
  const attempt = async (): Promise<Value> => {
    for (const delay of retryDelaysMs) {
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
    return load();
  };
  return withTimeout(attempt(), timeoutMs);
}

export interface LazyScreen {
  readonly component: FunctionComponent;
  /** Starts loading the screen. An error is thrown when the screen is rendered. */
  readonly preload: () => void;
}

/** Returns a screen in its own chunk. A preloaded screen is rendered at once. */
export function lazyScreen(load: () => Promise<ComponentType>, isInFirstLoad?: boolean): LazyScreen {
  const code = createLazyCode(load, isInFirstLoad);
  const loadScreen = () => loadWithRetry(code.load);
  return {
    component: function LazyScreen() {
      const { loading, loaded } = useContext(ScreenFrameContext);
      const Content = useLazyCode(code, loadScreen);
      if (!Content) return loading;
      return (
        <>
          <Content />
          {loaded}
        </>
      );
    },
    preload: () => void code.load().catch(() => {}),
  };
}
