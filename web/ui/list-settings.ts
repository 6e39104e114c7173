import { createContext, useContext } from 'react';
import type { ViewDensity } from '#contract/saved-views/view-lists';
import { changeListView, useListView } from '#web/core/lib/list-view.ts';

/** The view settings of one list. */
export interface ListSettings {
  readonly density: ViewDensity;
  /** The keys of columns that are not to be seen. */
  readonly hidden: ReadonlySet<string>;
  /** The columns that can be hidden, in their order. */
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  readonly change: (part: { readonly density?: ViewDensity; readonly hidden?: readonly string[] }) => void;
}

/** Of the list below; nothing where all lists are seen alike. */
export const ListSettingsContext = createContext<ListSettings | undefined>(undefined);

const nothingHidden: ReadonlySet<string> = new Set();

/** Returns the view settings of the surrounding list, by default those of all lists. */
export function useListSettings(): ListSettings {
  const { density } = useListView();
  return (
    useContext(ListSettingsContext) ?? {
      density,
      hidden: nothingHidden,
      columns: [],
      change: ({ density: chosen }) => chosen && changeListView({ density: chosen }),
    }
  );
}
