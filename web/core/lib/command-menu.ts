const listeners = new Set<() => void>();

/** Opens the command menu of the top bar and focuses its field. */
export function openCommandMenu(): void {
  for (const listener of listeners) listener();
}

/** @returns a function that removes the listener */
export function onOpenCommandMenu(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
