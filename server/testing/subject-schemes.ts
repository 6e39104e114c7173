import type { Database } from '#server/core/db/open';

/** Adds a scheme of subjects. `code_count` is the number of codes in its list, which then must have each code. */
export async function addScheme({ kysely }: Database, name: string, code_count = 0): Promise<number> {
  const now = new Date().toISOString();
  const name_key = name.toLowerCase();
  const { id } = await kysely
    .insertInto('subject_schemes')
    .values({
      name,
      name_key,
      original_name: name,
      is_listed_only: code_count > 0 ? 1 : 0,
      code_count,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely.insertInto('subject_scheme_names').values({ name_key, scheme_id: id }).execute();
  return id;
}
