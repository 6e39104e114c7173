/** Creates a list of functions that are called together. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns a function that removes the listener */
    add(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call(): void {
      for (const listener of listeners) listener();
    },
  };
}
