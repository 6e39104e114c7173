import { type Kysely, sql } from 'kysely';

const BATCH = 200;

/** The same JSON with other keys. */
function withKeys(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => withKeys(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      Object.hasOwn(names, key) ? names[key] : key,
      withKeys(entry, names),
    ]),
  );
}

/** Renames keys in a column of JSON text, a batch of rows at a time. */
export async function renameKeys(
  db: Kysely<unknown>,
  at: { readonly table: string; readonly column: string },
  names: Readonly<Record<string, string>>,
): Promise<void> {
  const column = sql.ref(at.column);
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; json: string }>`
      select id, ${column} as json from ${sql.table(at.table)}
      where id > ${last} and ${column} is not null order by id limit ${sql.lit(BATCH)}`.execute(db);
    for (const { id, json } of rows) {
      const renamed = JSON.stringify(withKeys(JSON.parse(json), names));
      if (renamed !== json)
        await sql`update ${sql.table(at.table)} set ${column} = ${renamed} where id = ${id}`.execute(db);
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
