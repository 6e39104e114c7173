import type { ReactNode } from 'react';
import type { LineSearch } from './line-search.ts';

export interface PasteListProps<Entry> {
  /** Must be the same function on every render. */
  readonly search: LineSearch<Entry>;
  /** Returns the name of an entry for users. */
  readonly nameOf: (entry: Entry) => string;
  readonly keyOf: (entry: Entry) => string;
  /** Called with the entries in the order of the lines. */
  readonly onAdd: (entries: readonly Entry[]) => void;
  /** The label of the button, for forms with several lists. */
  readonly label?: string;
  /** The search box of the picker. Several lines pasted into it are treated as a list. */
  readonly children: ReactNode;
}
