import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { SpreadsheetRow } from '#contract/spreadsheets/spreadsheets';
import { AppError } from '#server/core/errors';
import type { Cell } from '#server/core/csv';
import { parse } from '#server/core/parse';
import { CellError, type Column, type Known } from './spreadsheet-columns.ts';
import { CELL_LENGTH } from './spreadsheet-limits.ts';

/** The planned change of a row of a file. */
export interface PlannedRow {
  readonly line: number;
  /** Null for a new record. */
  readonly id: number | null;
  readonly version: number | null;
  /** The input that a client would send. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface RejectedItem {
  readonly line: number;
  readonly column: string;
  readonly reason: string;
}

export type RowPlan =
  | { readonly kind: 'created' | 'changed'; readonly row: PlannedRow; readonly shown: SpreadsheetRow }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'rejected'; readonly errors: readonly RejectedItem[] };

/** The texts of a row by column name. Columns missing in the file are absent. */
export type Texts = ReadonlyMap<string, string>;

export interface RowPlanner {
  /** The column that identifies the record of a row. */
  readonly key: string;
  /** Computes the change of a row, and writes nothing. */
  plan(line: number, texts: Texts, lookups: Known): Promise<RowPlan>;
}

interface Deps<R extends ResourceDeclaration> {
  readonly declaration: R;
  /** Returns the columns. The first one identifies the record. */
  columns(): readonly Column<ItemOf<R>>[];
  find(key: string): Promise<number | undefined>;
  get(id: number): Promise<ItemOf<R> | undefined>;
}

const plain = (text: Cell): string => String(text).replaceAll(/\r\n?/g, '\n').trim();

/** Compares two cells; a text truncated in the spreadsheet is unchanged. */
const isSame = (before: string, after: string): boolean =>
  before === after || (after.length >= CELL_LENGTH - 1 && before.startsWith(after));

/** Adds the fields of a cell to the input of a row. The values of custom fields are in one object. */
function addInput(input: Record<string, unknown>, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields))
    input[name] = name === 'custom' ? Object.assign({}, input[name], value) : value;
}

/** Returns the column for the first key of a schema error's path. */
const columnOf = (columns: ReadonlyMap<string, string>, path: string): string =>
  columns.get(path.split('.', 1)[0] ?? '') ?? '';

export function createRowPlanner<R extends ResourceDeclaration>({
  declaration,
  columns: columnsNow,
  find,
  get,
}: Deps<R>): RowPlanner {
  const [keyColumn] = columnsNow();
  const key = keyColumn?.name ?? '';

  return {
    key,
    async plan(line, texts, lookups) {
      const reject = (column: string, reason: string): RowPlan => ({
        kind: 'rejected',
        errors: [{ line, column, reason }],
      });
      const keyText = plain(texts.get(key) ?? '');
      let id: number | undefined;
      if (keyText !== '') {
        const recordId = await find(keyText);
        if (recordId === undefined)
          return reject(key, `No ${declaration.singular} found with code ${keyText}.`);
        id = recordId === 0 ? undefined : recordId;
      }
      const item = id === undefined ? undefined : await get(id);
      if (id !== undefined && !item)
        return reject(key, `No ${declaration.singular} found with code ${keyText}.`);

      const columns = columnsNow();
      const input: Record<string, unknown> = {};
      const columnsOfKeys = new Map<string, string>();
      const changes: { column: string; before: string; after: string }[] = [];
      const errors: RejectedItem[] = [];
      // A new record uses the code in the file where users can choose codes.
      if (!item && keyText !== '') input[key] = keyText;
      for (const column of columns) {
        const text = texts.get(column.name);
        if (!item && column.isRequired && plain(text ?? '') === '')
          errors.push({ line, column: column.name, reason: 'Is required.' });
        if (text === undefined || !column.input) continue;
        const after = plain(text);
        const before = item ? plain(column.cell(item)) : '';
        if (item ? isSame(before, after) : after === '') continue;
        try {
          const inputField = column.input(after, item);
          await column.check?.(after, lookups);
          for (const name of Object.keys(inputField)) columnsOfKeys.set(name, column.name);
          addInput(input, inputField);
          if (Object.keys(inputField).length > 0) changes.push({ column: column.name, before, after });
        } catch (error) {
          if (!(error instanceof CellError)) throw error;
          errors.push({ line, column: column.name, reason: error.message });
        }
      }
      if (item && changes.length === 0 && errors.length === 0) return { kind: 'unchanged' };
      const clash = await subCategoryClash(texts, lookups);
      if (clash && ('category_code' in input || 'sub_category_code' in input)) {
        if (item) input['sub_category_code'] = plain(texts.get('sub_category_code') ?? '');
        errors.push({ line, column: 'sub_category_code', reason: clash });
      }
      const version = item?.version ?? null;
      try {
        if (item) parse(declaration.update, { ...input, id, version });
        else parse(declaration.create, input);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const fieldErrors = Object.entries(error.errors ?? { '': error.message });
        for (const [path, reason] of fieldErrors) {
          const column = columnOf(columnsOfKeys, path) || requiredColumn(columns, path);
          if (!errors.some((rejectedItem) => rejectedItem.column === column))
            errors.push({ line, column, reason });
        }
      }
      if (errors.length > 0) return { kind: 'rejected', errors };
      const name = nameIn(texts) ?? (item ? nameOf(item) : '');
      return {
        kind: item ? 'changed' : 'created',
        row: { line, id: id ?? null, version, input },
        shown: { line, name, changes },
      };
    },
  };
}

const requiredColumn = (columns: readonly { readonly name: string }[], path: string): string =>
  columns.find(({ name }) => name === path.split('.', 1)[0])?.name ?? '';

const nameIn = (texts: Texts): string | undefined => texts.get('name') ?? texts.get('title');
const nameOf = (item: object): string => {
  const { name, title } = item as { readonly name?: string; readonly title?: string };
  return name ?? title ?? '';
};

/** Returns an error when a book's sub-category is not in its category. */
async function subCategoryClash(texts: Texts, lookups: Known): Promise<string | undefined> {
  const category = plain(texts.get('category_code') ?? '');
  const sub = plain(texts.get('sub_category_code') ?? '');
  if (category === '' || sub === '') return undefined;
  const parent = await lookups.categoryOf(sub);
  return parent === undefined || parent === category
    ? undefined
    : `Sub-category ${sub} belongs to category ${parent}.`;
}
