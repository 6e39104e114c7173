import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

const screenTimeoutMs = 120_000;

const retryDelaysMs = [500, 2000];

function withTimeout<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The screen took too long to load')), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads a chunk, tries twice again when that fails, and gives up for good after `timeoutMs` in all. */
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
  readonly component: LazyExoticComponent<ComponentType>;
  /** Begins to load it; a failure is left to the moment when it is wanted. */
  readonly preload: () => void;
}

/** A screen in a chunk of its own. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  return {
    component: lazy(async () => ({ default: await loadWithRetry(load) })),
    preload: () => void load().catch(() => {}),
  };
}
