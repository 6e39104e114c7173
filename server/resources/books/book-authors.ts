import type { Kysely, Transaction } from 'kysely';
import { authorNameKey } from '#contract/author-names';
import { authorWordsOf } from '#server/db/author-words';
import { batches } from '#server/db/batches';

import { prepare } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';

const authorByKey = prepare((db, { name_key }: { name_key: string }) =>
  db.selectFrom('authors').select('id').where('name_key', '=', name_key),
);

/** The author of that name, whatever its case and spaces; undefined when nobody has it. */
export async function authorIdByName(db: Kysely<Schema>, name: string): Promise<number | undefined> {
  const [known] = await authorByKey(db, { name_key: authorNameKey(name) });
  return known?.id;
}

/**
 * The author of that name, found without regard to case and spaces, or made. Names are unique in this sense, so a sent id
 * adds nothing: where it agrees with the name this finds it, and where it does not, the name decides.
 */
export async function authorNamed(trx: Transaction<Schema>, name: string): Promise<number> {
  const known = await authorIdByName(trx, name);
  if (known !== undefined) return known;
  const { id } = await trx
    .insertInto('authors')
    .values({
      name: name.replace(/\s+/gu, ' ').trim(),
      name_key: authorNameKey(name),
      book_count: 0,
      created_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const words = authorWordsOf(name).map((word) => ({ word, author_id: id }));
  for (const batch of batches(words)) await trx.insertInto('author_words').values(batch).execute();
  return id;
}
