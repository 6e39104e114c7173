import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A keyboard shortcut of the current screen. */
export interface ScreenShortcut {
  /** The value of `event.key`: `n`, `/`, `ArrowDown`. */
  readonly key: string;
  /** The label for users. Undefined if the label of another shortcut covers it. */
  readonly label?: string;
  /** Returns false if it did nothing. Other shortcuts then receive the key. */
  readonly run: (event: KeyboardEvent) => boolean | void;
}

let sets: readonly { readonly current: readonly ScreenShortcut[] }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof sets): void {
  sets = next;
  for (const listener of listeners) listener();
}

/** Registers shortcuts while the component is mounted. */
export function useScreenShortcuts(keys: readonly ScreenShortcut[]): void {
  const labels = JSON.stringify(keys.map(({ key, label }) => [key, label]));
  const run = useEffectEvent((index: number, event: KeyboardEvent) => keys[index]?.run(event));
  useEffect(() => {
    const namedShortcuts = JSON.parse(labels) as [string, string | undefined][];
    const own = {
      current: namedShortcuts.map(([key, label], index) => ({
        key,
        ...(typeof label === 'string' && { label }),
        run: (event: KeyboardEvent) => run(index, event),
      })),
    };
    change([...sets, own]);
    return () => change(sets.filter((set) => set !== own));
  }, [labels]);
}

/** Returns the labelled shortcuts of all mounted components in mount order. */
export function useNamedShortcuts(): readonly ScreenShortcut[] {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sets,
  );
  return current.flatMap((set) => set.current).filter(({ label }) => label !== undefined);
}

/** Checkboxes are excluded, since users do not type into them. */
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
/** Widgets with their own keyboard handling. */
const withOwnShortcuts =
  '[role="dialog"], [role="menu"], [role="listbox"], [role="slider"], [role="combobox"], [aria-roledescription]';

export const isInField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null;

export const isInWidget = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(withOwnShortcuts) !== null;

/** Returns true for Ctrl+Enter and Cmd+Enter. They save the form, or first confirm a nested editor. */
export const isSubmitKey = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** Returns true if a modal dialog is open, which receives all keys. */
export const hasOpenDialog = (): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/**
 * Runs the shortcut of a key.
 * @returns true if a shortcut handled it
 */
export function runScreenShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isInField(event.target) || hasOpenDialog())
    return false;
  if (isInWidget(event.target)) return false;
  const pressedKey = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return sets
    .flatMap((set) => set.current)
    .some(({ key, run }) => key === pressedKey && run(event) !== false);
}
