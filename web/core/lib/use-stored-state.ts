import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** The value of a local-storage key, as `read` parses it. */
export function readStored<Value>(key: string, read: (stored: unknown) => Value): Value {
  try {
    return read(JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined);
  } catch {
    return read(undefined);
  }
}

/** Stores it as JSON. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs only the memory of the next visit.
  }
}

/**
 * State that survives visits, as JSON under a local-storage key. `read` makes sense of what is stored (or of `undefined`
 * when nothing is, or it cannot be read) and so decides what a value from another version means.
 */
export function useStoredState<Value>(
  key: string,
  read: (stored: unknown) => Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() => readStored(key, read));
  useEffect(() => writeStored(key, value), [key, value]);
  return [value, setValue];
}
