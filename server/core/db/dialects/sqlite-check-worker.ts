import BetterSqlite from 'better-sqlite3';

/*
 * A program of its own (see sqlite-integrity.ts): prints `ok`, or what is wrong with the database file of its argument.
 */
const [path = ''] = process.argv.slice(2);
const isDamage = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);

try {
  const database = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  const rows = database.pragma('quick_check(1)') as { quick_check: string }[];
  process.stdout.write(rows[0]?.quick_check ?? 'ok');
  database.close();
} catch (error) {
  if (!isDamage(error)) throw error;
  process.stdout.write(String(error instanceof Error ? error.message : error));
}
