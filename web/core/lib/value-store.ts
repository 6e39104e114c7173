import { useSyncExternalStore } from 'react';

/** A value that changes often. Only the components that subscribe to it are rendered. */
export interface ValueStore<Value> {
  readonly get: () => Value;
  readonly set: (next: Value | ((before: Value) => Value)) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createValue<Value>(initial: Value): ValueStore<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      const changedValue = typeof next === 'function' ? (next as (before: Value) => Value)(value) : next;
      if (Object.is(changedValue, value)) return;
      value = changedValue;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

interface Readable<Value> {
  readonly get: () => Value;
  readonly subscribe: (listener: () => void) => () => void;
}

export const useValue = <Value>({ get, subscribe }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, get);

/** `select` must return the same object until it changes. */
export const useSelected = <Value, Selected>(
  { get, subscribe }: Readable<Value>,
  select: (value: Value) => Selected,
): Selected => useSyncExternalStore(subscribe, () => select(get()));

/** Returns a function that returns its previous argument while the new one is equal by `isSame`. */
export function reuseEqualValue<Value>(
  isSame: (first: Value, second: Value) => boolean,
): (value: Value) => Value {
  let cachedValue: { readonly value: Value } | undefined;
  return (value) => {
    if (!cachedValue || !isSame(cachedValue.value, value)) cachedValue = { value };
    return cachedValue.value;
  };
}
