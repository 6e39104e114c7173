import type { Transaction } from 'kysely';
import { pick, prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { textWordsOf } from '#server/core/db/text-words';

type Texts = Schema['book_texts'];

const insertTexts = prepare((db, texts: Texts) =>
  db.insertInto('book_texts').values(pick(texts, ['book_id', 'words'])),
);

const updateTexts = prepare((db, texts: Texts) =>
  db
    .updateTable('book_texts')
    .set(pick(texts, ['words']))
    .where('book_id', '=', texts.book_id)
    .where('words', '<>', texts.words),
);

const titlesOf = prepare((db, { id }: { id: number }) =>
  db.selectFrom('chapters').select('name').where('book_id', '=', id).orderBy('position'),
);

const textsOf = (id: number, description: string, chapters: readonly { readonly name: string }[]): Texts => ({
  book_id: id,
  words: textWordsOf([description, ...chapters.map(({ name }) => name)]),
});

interface BookDescription {
  readonly id: number;
  readonly description: string;
}

/** Indexes the description and chapter titles of a new book. */
export async function addTexts(
  trx: Transaction<Schema>,
  { id, description }: BookDescription,
  chapters: readonly { readonly name: string }[],
): Promise<void> {
  await insertTexts(trx, textsOf(id, description, chapters));
}

/** Updates the index after the description or the chapters have changed. The chapters are already stored. */
export async function renewTexts(
  trx: Transaction<Schema>,
  { id, description }: BookDescription,
): Promise<void> {
  await updateTexts(trx, textsOf(id, description, await titlesOf(trx, { id })));
}
