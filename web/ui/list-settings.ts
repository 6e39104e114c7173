import { createContext, useContext } from 'react';
import type { ViewDensity } from '#contract/saved-views/view-lists';
import { changeListView, useListView } from '#web/core/lib/list-view.ts';

/** The view settings of one list. */
export interface ListSettings {
  readonly density: ViewDensity;
  /** The keys of hidden columns. */
  readonly hidden: ReadonlySet<string>;
  /** The columns that are hidden by default. */
  readonly hiddenByDefault: ReadonlySet<string>;
  /** The hideable columns in order. */
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  readonly change: (changes: { readonly density?: ViewDensity; readonly hidden?: readonly string[] }) => void;
}

/** The settings of the list below; undefined if the settings of all lists apply. */
export const ListSettingsContext = createContext<ListSettings | undefined>(undefined);

const nothingHidden: ReadonlySet<string> = new Set();

/** Returns the view settings of the surrounding list, by default those of all lists. */
export function useListSettings(): ListSettings {
  const { density } = useListView();
  return (
    useContext(ListSettingsContext) ?? {
      density,
      hidden: nothingHidden,
      hiddenByDefault: nothingHidden,
      columns: [],
      change: ({ density: chosen }) => chosen && changeListView({ density: chosen }),
    }
  );
}
