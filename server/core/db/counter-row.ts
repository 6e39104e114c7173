/**
 * The row that a counter lives in.
 * @throws when it is missing: migrations put it there, so the database is damaged, and going on from 0 would hide that.
 */
export function counterRow<Row>(rows: readonly Row[], counter: string): Row {
  const [row] = rows;
  if (!row) throw new Error(`The database has lost its counter “${counter}”. Restore it from a backup.`);
  return row;
}
