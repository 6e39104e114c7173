import { countOf, formatCount } from '#contract/core/format-count';
import type { Cell, TableReader, TableShape } from '#server/core/db/dialects/table-copy';
import { OperatorError } from '#server/core/errors';
import { type RowsHash, createRowsHash } from '../rows-hash.ts';

type Row = readonly Cell[];

/** The hashes of each table in the source and in the target. */
export interface TableHashes {
  /** Removes rows from the hashes of both databases. */
  removeOld(table: string, rows: readonly Row[]): void;
  /** Adds copied rows. @param inTarget the same rows, read from the target after the copy */
  addNew(table: string, rows: { readonly inSource: readonly Row[]; readonly inTarget: readonly Row[] }): void;
  /** @throws OperatorError with the first table whose hashes differ */
  assertEqual(): void;
}

type Pair = Record<'source' | 'target', RowsHash>;

async function hashRows(reader: TableReader, table: TableShape, onRows: (count: number) => void) {
  const hash = createRowsHash();
  for await (const rows of reader.rows(table)) {
    for (const row of rows) hash.add(row);
    onRows(rows.length);
  }
  return hash;
}

/** Hashes all rows of both databases. The hashes differ only when rows were copied incorrectly. */
export async function hashTables(
  source: TableReader,
  target: TableReader,
  onRows: (count: number) => void,
): Promise<TableHashes> {
  const pairs = new Map<string, Pair>();
  for (const table of source.tables)
    pairs.set(table.name, {
      source: await hashRows(source, table, onRows),
      target: await hashRows(target, table, () => undefined),
    });
  const pairOf = (table: string): Pair => {
    const pair = pairs.get(table);
    if (!pair) throw new Error(`There is no table ${table}.`);
    return pair;
  };
  return {
    removeOld(table, rows) {
      for (const row of rows)
        for (const side of ['source', 'target'] as const) pairOf(table)[side].remove(row);
    },
    addNew(table, { inSource, inTarget }) {
      for (const row of inSource) pairOf(table).source.add(row);
      for (const row of inTarget) pairOf(table).target.add(row);
    },
    assertEqual() {
      for (const [name, pair] of pairs)
        if (pair.source.digest() !== pair.target.digest())
          throw new OperatorError(
            `The table ${name} in the target differs from the source. Nothing was switched.`,
          );
    },
  };
}

/** @throws OperatorError with the first table whose row counts differ */
export function assertSameCounts(source: TableReader, target: TableReader): void {
  const counts = new Map(target.tables.map(({ name, rows }) => [name, rows]));
  for (const { name, rows } of source.tables)
    if (counts.get(name) !== rows)
      throw new OperatorError(
        `The table ${name} has ${countOf(rows, 'row')} in the source and ${formatCount(counts.get(name) ?? 0)} in the target. Nothing was switched.`,
      );
}
