import type { ReactNode } from 'react';
import type { LineSearch } from './line-search.ts';

export interface PasteListProps<Entry> {
  /** The same function on every render. */
  readonly search: LineSearch<Entry>;
  /** The name of an entry for users. */
  readonly nameOf: (entry: Entry) => string;
  readonly keyOf: (entry: Entry) => string;
  /** In the order of the lines. */
  readonly onAdd: (entries: readonly Entry[]) => void;
  /** Names the button where several stand in one form. */
  readonly label?: string;
  /** The search of the picker: lines that are pasted into it are taken as a list. */
  readonly children: ReactNode;
}
