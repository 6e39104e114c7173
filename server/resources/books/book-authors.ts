import type { Transaction } from 'kysely';
import { foldName } from '#server/db/folding';
import { runPrepared } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';

/**
 * The author of that name, found without regard to case and spaces, or made. Folded names are unique, so a sent id adds
 * nothing: where it agrees with the name this finds it, and where it does not, the name decides.
 */
export async function authorNamed(trx: Transaction<Schema>, name: string): Promise<number> {
  const folded_name = foldName(name);
  const [known] = await runPrepared(trx, 'author by name', { folded_name }, (slot) =>
    trx.selectFrom('authors').select('id').where('folded_name', '=', slot('folded_name')),
  );
  if (known) return known.id;
  const { id } = await trx
    .insertInto('authors')
    .values({
      name: name.replace(/\s+/gu, ' ').trim(),
      folded_name,
      book_count: 0,
      created_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
