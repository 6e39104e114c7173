import type { Transaction } from 'kysely';
import { nameKeyOf } from '#server/db/folding';
import { runPrepared } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';

/**
 * The author of that name, found without regard to case and spaces, or made. Names are unique in this sense, so a sent id
 * adds nothing: where it agrees with the name this finds it, and where it does not, the name decides.
 */
export async function authorNamed(trx: Transaction<Schema>, name: string): Promise<number> {
  const name_key = nameKeyOf(name);
  const [known] = await runPrepared(trx, 'author by name', { name_key }, (slot) =>
    trx.selectFrom('authors').select('id').where('name_key', '=', slot('name_key')),
  );
  if (known) return known.id;
  const { id } = await trx
    .insertInto('authors')
    .values({
      name: name.replace(/\s+/gu, ' ').trim(),
      name_key,
      book_count: 0,
      created_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
