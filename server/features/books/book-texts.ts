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

interface BookDescription {
  readonly id: number;
  readonly description: string;
}

async function textsOf(trx: Transaction<Schema>, { id, description }: BookDescription): Promise<Texts> {
  const titles = await titlesOf(trx, { id });
  return { book_id: id, words: textWordsOf([description, ...titles.map(({ name }) => name)]) };
}

/** Indexes the description and chapter titles of a new book. The chapters are already stored. */
export const addTexts = async (trx: Transaction<Schema>, book: BookDescription): Promise<void> => {
  await insertTexts(trx, await textsOf(trx, book));
};

/** Updates the index after one of them has changed. */
export const renewTexts = async (trx: Transaction<Schema>, book: BookDescription): Promise<void> => {
  await updateTexts(trx, await textsOf(trx, book));
};
