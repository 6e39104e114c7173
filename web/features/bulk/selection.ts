import { MAX_NAMED_BOOKS } from '#contract/bulk/bulk';

/** The selected books. */
export interface Selection {
  /** The separately selected books in order. Unused while all results are selected. */
  readonly ids: readonly number[];
  /** All results of a filter, except those deselected later. */
  readonly all?: {
    /** The query of the list of books, without paging and sorting. */
    readonly filter: Readonly<Record<string, string>>;
    readonly total: number;
    readonly except: readonly number[];
  };
  /** The row that was selected last; a range starts there. */
  readonly anchor?: number;
}

export const nothingSelected: Selection = { ids: [] };

export function isSelected({ ids, all }: Selection, id: number): boolean {
  return all ? !all.except.includes(id) : ids.includes(id);
}

export function countOf({ ids, all }: Selection): number {
  return all ? all.total - all.except.length : ids.length;
}

/** Returns true if the limit of separately selected books is reached. */
export function isFull({ ids, all }: Selection): boolean {
  return (all ? all.except : ids).length >= MAX_NAMED_BOOKS;
}

const without = (list: readonly number[], removedIds: readonly number[]) =>
  list.filter((id) => !removedIds.includes(id));
const withAll = (list: readonly number[], more: readonly number[]) =>
  [...new Set([...list, ...more])].slice(0, MAX_NAMED_BOOKS);

/** Selects or deselects books. */
export function setSelected(selection: Selection, ids: readonly number[], isOn: boolean): Selection {
  const anchor = ids.at(-1) ?? selection.anchor;
  const options = { ...(anchor !== undefined && { anchor }) };
  const { all } = selection;
  if (all) {
    const except = isOn ? without(all.except, ids) : withAll(all.except, ids);
    return { ...options, ids: [], all: { ...all, except } };
  }
  return { ...options, ids: isOn ? withAll(selection.ids, ids) : without(selection.ids, ids) };
}

/** Selects or deselects a book. With `isRange`, the same applies to all rows up to the last selected one, if both are on the page. */
export function toggle(
  selection: Selection,
  id: number,
  { page = [], isRange = false }: { readonly page?: readonly number[]; readonly isRange?: boolean } = {},
): Selection {
  const isOn = !isSelected(selection, id);
  const from = isRange && selection.anchor !== undefined ? page.indexOf(selection.anchor) : -1;
  const to = page.indexOf(id);
  if (from < 0 || to < 0) return setSelected(selection, [id], isOn);
  const range = page.slice(Math.min(from, to), Math.max(from, to) + 1);
  return setSelected(selection, from > to ? range.toReversed() : range, isOn);
}

/** Returns the selection as the server expects it. */
export function orderOf({ ids, all }: Selection) {
  return all
    ? { filter: all.filter, expected: all.total, except: [...all.except] }
    : { ids: [...ids], except: [] as number[] };
}
