import { parseSubjects } from '#contract/books/book-subjects';
import { parseLocalizedTexts } from '#contract/books/localized-texts';
import { parseRights } from '#contract/books/rights';
import { parseSample } from '#contract/books/sample';
import type {
  Column,
  Columns,
  InitialNames,
  RowOf,
  InputNames,
  PresentedNames,
  PresentedRow,
} from '#server/core/db/columns';
import { mediaUrl } from '#server/core/media/media-url';

const namesOf = <C extends Columns>(columns: C, isWanted: (column: Column) => boolean): string[] =>
  Object.entries(columns).flatMap(([name, column]) => (isWanted(column) ? name : []));

/** Returns the columns that the API presents, which a query must select. */
export function shownNames<C extends Columns>(columns: C): PresentedNames<C>[] {
  return namesOf(columns, ({ apiName }) => apiName !== false) as PresentedNames<C>[];
}

/** Returns a stored value in the format of the API. */
export function toApi(type: Column['type'], storedValue: unknown): unknown {
  if (type === 'flag') return storedValue === 1;
  if (type === 'rights') return parseRights(storedValue as string);
  if (type === 'sample') return parseSample(storedValue as string);
  if (type === 'localized') return parseLocalizedTexts(storedValue as string);
  if (type === 'subjects') return parseSubjects(storedValue as string);
  return type === 'file' ? mediaUrl(storedValue as string | null) : storedValue;
}

/** Creates a function that converts rows of a table to the format of the API, without hidden columns. */
export function createPresenter<C extends Columns>(columns: C) {
  const presentedColumns = shownNames(columns).map((name) => {
    const { type, apiName, isAbsentIfBlank } = columns[name] as Column;
    return { name, type, apiName: typeof apiName === 'string' ? apiName : name, isAbsentIfBlank };
  });
  return (row: Pick<RowOf<C>, PresentedNames<C>>): PresentedRow<C> => {
    const item: Record<string, unknown> = {};
    for (const { name, type, apiName, isAbsentIfBlank } of presentedColumns)
      if (!isAbsentIfBlank || row[name]) item[apiName] = toApi(type, row[name]);
    return item as PresentedRow<C>;
  };
}

/** Returns a complete row with the type of its table. */
export function readRow<C extends Columns>(columns: C, row: object): RowOf<C> {
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(columns).map((name) => [name, values[name]])) as RowOf<C>;
}

/** Returns the default values of a new row. */
export function initialValues<C extends Columns>(columns: C): Pick<RowOf<C>, InitialNames<C>> {
  const entries = Object.entries(columns).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial]],
  );
  return Object.fromEntries(entries) as Pick<RowOf<C>, InitialNames<C>>;
}

export type InputValues<C extends Columns> = Pick<RowOf<C>, InputNames<C>>;

/** Returns the columns that clients can write. Absent fields have the previous value, or the default value of a new row. */
export function inputValues<C extends Columns>(
  columns: C,
  input: object,
  before: InputValues<C> | undefined,
): InputValues<C> {
  const values = input as Readonly<Record<string, unknown>>;
  const unsent: Readonly<Record<string, unknown>> = before ?? initialValues(columns);
  const entries = namesOf(columns, (column) => column.isInput === true).map((name) => {
    const value = values[name] ?? unsent[name];
    return [name, typeof value === 'boolean' ? Number(value) : value];
  });
  return Object.fromEntries(entries) as InputValues<C>;
}
