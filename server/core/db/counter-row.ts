/**
 * Returns the row of a counter.
 * @throws Error if it is missing: migrations create it, so the database is damaged, and counting from 0 would hide that
 */
export function counterRow<Row>(rows: readonly Row[], counter: string): Row {
  const [row] = rows;
  if (!row) throw new Error(`The database has lost its counter “${counter}”. Restore it from a backup.`);
  return row;
}
