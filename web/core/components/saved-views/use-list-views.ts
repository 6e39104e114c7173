import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DetailName, detailLabels, isDetail } from '#contract/books/book-details';
import { type CamelCase, camelCase } from '#contract/core/record-types';
import {
  type ViewColumn,
  type ViewDensity,
  type ViewList,
  type ViewQuery,
  isHiddenByDefault,
  viewColumns,
} from '#contract/saved-views/view-lists';
import type { View } from '#contract/saved-views/saved-views';
import { changeListView, useListView } from '#web/core/lib/list-view.ts';
import { viewParameter } from '#web/core/lib/view-parameter.ts';
import type { ListSettings } from '#web/ui/list-settings.ts';
import { addressOfPage, useAddress } from '../use-address.ts';
import { useViewsOfList } from './use-views-of-list.ts';

export interface ListViewsOptions {
  readonly list: ViewList;
  /** The query of the list: the parameters of its request without blanks. */
  readonly query: ViewQuery;
  /** Returns an equal query in canonical form. */
  readonly normalise?: (query: ViewQuery) => ViewQuery;
  /** Opens a query in the list, with or without a view. */
  readonly open: (query: ViewQuery, view: View | undefined) => void;
  /** Further columns after those of the contract. They are hidden by default. */
  readonly additionalColumns?: ListSettings['columns'];
  /** True if the server can count the entries of a search. Default: true. */
  readonly countsSearches?: boolean;
}

interface Unsaved {
  readonly id: number;
  readonly density?: ViewDensity;
  readonly hidden?: readonly string[];
}

const same: NonNullable<ListViewsOptions['normalise']> = (query) => query;

const textOf = (query: ViewQuery): string =>
  JSON.stringify(Object.entries(query).toSorted(([first], [second]) => (first < second ? -1 : 1)));

/** The name of the module that shows a list. Contributors are stored as authors. */
type ModuleOf<List extends ViewList> = List extends 'authors' ? 'contributors' : CamelCase<List>;
export const moduleOfList = <List extends ViewList>(list: List) =>
  (list === 'authors' ? 'contributors' : camelCase(list)) as ModuleOf<List>;

/** The labels of optional columns, by the names of module and column. The contract has those of the publication record. */
type ColumnLabel = {
  readonly [List in ViewList]: `${ModuleOf<List>}.${CamelCase<Exclude<ViewColumn<List>, DetailName>>}`;
}[ViewList];

const labelOf = (list: ViewList, column: ViewColumn) =>
  `${moduleOfList(list)}.${camelCase(column)}` as ColumnLabel;

/**
 * Returns the saved views of a list, the current view, and the list settings. Settings changed under a view are stored with the view when
 * it is saved, and discarded otherwise. Without a view they are stored in the browser.
 */
export function useListViews(options: ListViewsOptions) {
  const { list, query, normalise = same, open, countsSearches = true, additionalColumns = [] } = options;
  const { t } = useTranslation();
  const { parameters, write } = useAddress();
  const namedViewId = Number(parameters.get(viewParameter) ?? 0);
  const {
    views,
    isReading,
    isCounted,
    hasFailed,
    count,
    reload,
    put: storeView,
    remove,
  } = useViewsOfList(list, namedViewId > 0);
  const current = views.find(({ id }) => id === namedViewId);

  const defaultView = useListView();
  const [unsaved, setUnsaved] = useState<Unsaved>();
  const changes = unsaved?.id === current?.id ? unsaved : undefined;
  const contractColumns: readonly ViewColumn[] = viewColumns[list];
  const columns = [
    ...contractColumns.map((key) => ({
      key,
      label: isDetail(key) ? detailLabels[key] : t(labelOf(list, key)),
    })),
    ...additionalColumns,
  ];
  const keys = columns.map(({ key }) => key);
  const shownColumns = current?.columns;
  const hiddenByDefault = keys.filter((key) => isHiddenByDefault(list, key));
  const shownByUser = defaultView.shown?.[list] ?? [];
  const hiddenByUser = [
    ...(defaultView.hidden?.[list] ?? []),
    ...hiddenByDefault.filter((key) => !shownByUser.includes(key)),
  ];
  const hiddenInView = shownColumns ? keys.filter((key) => !shownColumns.includes(key)) : hiddenByDefault;
  const storedSettings = {
    density: current?.density ?? defaultView.density,
    hidden: current ? hiddenInView : keys.filter((key) => hiddenByUser.includes(key)),
  };
  const density = changes?.density ?? storedSettings.density;
  const hiddenKeys = keys.filter((key) => (changes?.hidden ?? storedSettings.hidden).includes(key));
  const id = current?.id;
  const settings: ListSettings = {
    density,
    hidden: new Set(hiddenKeys),
    hiddenByDefault: new Set(hiddenByDefault),
    columns,
    change({ density: chosen, hidden: hiddenColumns }) {
      if (id !== undefined)
        setUnsaved({
          ...changes,
          id,
          ...(chosen && { density: chosen }),
          ...(hiddenColumns && { hidden: hiddenColumns }),
        });
      else
        changeListView({
          ...(chosen && { density: chosen }),
          ...(hiddenColumns && {
            hidden: {
              ...defaultView.hidden,
              [list]: hiddenColumns.filter((key) => !isHiddenByDefault(list, key)),
            },
            shown: {
              ...defaultView.shown,
              [list]: hiddenByDefault.filter((key) => !hiddenColumns.includes(key)),
            },
          }),
        });
    },
  };

  const isQueryChanged = current !== undefined && textOf(normalise(current.query)) !== textOf(query);
  const areSettingsChanged =
    current !== undefined &&
    (density !== storedSettings.density || hiddenKeys.join() !== storedSettings.hidden.join());

  return {
    list,
    views,
    current,
    isReading,
    isCounted,
    hasFailed,
    isChanged: isQueryChanged || areSettingsChanged,
    listSettings: settings,
    /** The fields of a view of the current list. */
    currentFields: {
      query,
      columns:
        hiddenKeys.join() === hiddenByDefault.join() ? null : keys.filter((key) => !hiddenKeys.includes(key)),
      density: keys.length === 0 ? null : density,
    },
    /** Returns undefined if the list shows other records than the server would count. */
    countOf: ({ count: counted, query: { search } }: View): number | null | undefined =>
      countsSearches || search === undefined ? counted : undefined,
    count,
    reload,
    open(view: View | undefined) {
      setUnsaved(undefined);
      open(view ? normalise(view.query) : {}, view);
    },
    /** Makes the current list a view without changing the page. */
    saved(view: View) {
      storeView({ ...view, count: current?.id === view.id ? current.count : null });
      setUnsaved(undefined);
      write({ [viewParameter]: String(view.id) }, { replace: true });
    },
    /** Updates the name or the sharing of the view. The list may still differ from it. */
    renamed: (view: View) => storeView({ ...view, count: current?.count ?? null }),
    removed(view: View) {
      remove(view.id);
      setUnsaved(undefined);
      write({ [viewParameter]: undefined }, { replace: true });
    },
  };
}

export type ListViews = ReturnType<typeof useListViews>;

/**
 * Returns the views of a list whose address uses the parameter names of its request.
 * @param filters the parameters
 */
export function useAddressViews(
  list: ViewList,
  filters: readonly string[],
  options: Pick<ListViewsOptions, 'countsSearches'> = {},
): ListViews {
  const { parameters, write } = useAddress();
  const query = Object.fromEntries(
    filters.flatMap((name) => {
      const value = parameters.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
  return useListViews({
    ...options,
    list,
    query,
    open: (next, view) =>
      write({
        ...Object.fromEntries(filters.map((name) => [name, next[name]])),
        ...addressOfPage(1),
        [viewParameter]: view && String(view.id),
      }),
  });
}
