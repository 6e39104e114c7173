import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A keyboard shortcut of the current screen. */
export interface ScreenShortcut {
  /** As `event.key` has it: `n`, `/`, `ArrowDown`. */
  readonly key: string;
  /** The description for users. Absent for shortcuts that another one describes. */
  readonly label?: string;
  /** False where it does nothing at this moment: then the key is left to others. */
  readonly run: (event: KeyboardEvent) => boolean | void;
}

let sets: readonly { readonly current: readonly ScreenShortcut[] }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof sets): void {
  sets = next;
  for (const listener of listeners) listener();
}

/** These keys work while the part that names them is on the screen. */
export function useScreenShortcuts(keys: readonly ScreenShortcut[]): void {
  const labels = JSON.stringify(keys.map(({ key, label }) => [key, label]));
  const run = useEffectEvent((index: number, event: KeyboardEvent) => keys[index]?.run(event));
  useEffect(() => {
    const named = JSON.parse(labels) as [string, string | undefined][];
    const own = {
      current: named.map(([key, label], index) => ({
        key,
        ...(typeof label === 'string' && { label }),
        run: (event: KeyboardEvent) => run(index, event),
      })),
    };
    change([...sets, own]);
    return () => change(sets.filter((one) => one !== own));
  }, [labels]);
}

/** The keys of what is on the screen, in the order in which its parts came. */
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

/** A tick box is no field: nobody types into it. */
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
/** Widgets that have keys of their own while the focus is in them. */
const withOwnShortcuts =
  '[role="dialog"], [role="menu"], [role="listbox"], [role="slider"], [role="combobox"], [aria-roledescription]';

export const isInField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null;

export const isInWidget = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(withOwnShortcuts) !== null;

/** Saves the form; in a place of its own inside a form, ends that first. */
export const isSubmitKey = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** True if a dialog covers the screen and takes all keys. */
export const isCovered = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Gives a key to the part of the screen that has it. @returns whether one took it */
export function runScreenShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isInField(event.target) || isCovered()) return false;
  if (isInWidget(event.target)) return false;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return sets.flatMap((set) => set.current).some(({ key, run }) => key === pressed && run(event) !== false);
}
