import BetterSqlite from 'better-sqlite3';

/* The program of a child process (see sqlite-integrity.ts). It prints `ok`, or the damage of the database file in its argument. */
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
