import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { limits } from '#contract/core/limits';
import { viewDensities } from '#contract/saved-views/view-lists';

/** The page sizes in menus. The first one is the default. */
export const pageSizes = [limits.pageSize, 15, 25, 50] as const;
export const densities = viewDensities;

const listView = z.object({
  density: z.enum(densities).catch('comfortable'),
  pageSize: z.int().min(1).max(limits.maxPageSize).catch(limits.pageSize),
  /** The hidden columns by list. */
  hidden: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
  /** The visible columns by list of those that are hidden by default. */
  shown: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
});

/** The list settings of a user: row height, page size and columns. */
export type ListView = z.infer<typeof listView>;

const key = 'lectern-list-view';
const listeners = new Set<() => void>();
/** The settings if the browser does not allow storage. */
let unstoredText: string | undefined;
let last: { readonly stored: string; readonly view: ListView } | undefined;

function readStored(): string {
  try {
    return unstoredText ?? localStorage.getItem(key) ?? '{}';
  } catch {
    return '{}';
  }
}

function parse(storedText: string): ListView {
  try {
    return listView.parse(JSON.parse(storedText));
  } catch {
    return listView.parse({});
  }
}

/** Returns the same object until the settings change. */
export function readListView(): ListView {
  const storedText = readStored();
  if (last?.stored !== storedText) last = { stored: storedText, view: parse(storedText) };
  return last.view;
}

export function changeListView(changes: Partial<ListView>): void {
  const next = JSON.stringify({ ...readListView(), ...changes });
  try {
    localStorage.setItem(key, next);
    unstoredText = undefined;
  } catch {
    unstoredText = next;
  }
  for (const listener of listeners) listener();
}

/**
 * Calls the listener after changes in this tab only.
 * @returns a function that removes the listener
 */
export function onListViewChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Returns the list settings of this browser. They apply to all lists and tabs. */
export function useListView(): ListView {
  return useSyncExternalStore(subscribe, readListView);
}
