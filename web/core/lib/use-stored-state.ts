import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** Returns the value of a local-storage key, parsed by `read`. */
export function readStored<Value>(key: string, read: (storedValue: unknown) => Value): Value {
  try {
    return read(JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined);
  } catch {
    return read(undefined);
  }
}

/** Stores the value as JSON. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage errors only lose the value for the next visit.
  }
}

/**
 * Returns state stored as JSON under a local-storage key. `read` parses the stored value, which is undefined if there is none or it is
 * unreadable. It therefore handles values of other versions.
 */
export function useStoredState<Value>(
  key: string,
  read: (storedValue: unknown) => Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() => readStored(key, read));
  useEffect(() => writeStored(key, value), [key, value]);
  return [value, setValue];
}
