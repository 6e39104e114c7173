import type { BulkChanges } from '#contract/bulk/bulk';
import { knownErrors } from '#contract/core/errors';
import { limits } from '#contract/core/limits';
import type { Services } from '#server/app/modules';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { appError } from '#server/core/errors';
import { bookCodeOf } from '#server/core/resource/book-code';

export type ListServices = Pick<Services, 'collections' | 'challenges'>;

type Input<Kind extends keyof ListServices> = Parameters<ListServices[Kind]['update']>[0];

/** The update of a list that adds books to its end. */
export type Addition = { readonly addedCount: number } & (
  | { readonly kind: 'collections'; readonly input: Input<'collections'> }
  | { readonly kind: 'challenges'; readonly input: Input<'challenges'> }
);

const codesOf = (books: readonly { readonly code: string }[]) => new Set(books.map(({ code }) => code));

function assertLength(length: number): void {
  if (length > limits.maxListLength) throw appError(knownErrors.listTooLong(limits.maxListLength));
}

/** Returns the update that adds the books that a list does not contain. @throws AppError 404, 409 for a list that is too long */
export async function additionTo(
  services: ListServices,
  db: Kysely<Schema>,
  { ids, changes }: { readonly ids: readonly number[]; readonly changes: BulkChanges },
): Promise<Addition> {
  const { collection_id, challenge_id = 0 } = changes;
  const rows = await db.selectFrom('books').select('id').where('id', 'in', ids).execute();
  const existingIds = new Set(rows.map(({ id }) => id));
  const codes = ids.filter((id) => existingIds.has(id)).map(bookCodeOf);
  if (collection_id !== undefined) {
    const { books, version } = await services.collections.get(collection_id);
    const bookCodes = codesOf(books);
    const addedCodes = codes.filter((code) => !bookCodes.has(code));
    assertLength(books.length + addedCodes.length);
    const book_codes = [...books.map(({ code }) => code), ...addedCodes];
    return {
      kind: 'collections',
      input: { id: collection_id, version, book_codes },
      addedCount: addedCodes.length,
    };
  }
  const { items, version } = await services.challenges.get(challenge_id);
  const bookCodes = codesOf(items.map(({ book_code }) => ({ code: book_code })));
  const addedCodes = codes.filter((code) => !bookCodes.has(code));
  assertLength(items.length + addedCodes.length);
  const all = [
    ...items.map(({ book_code, is_featured }) => ({ book_code, is_featured })),
    ...addedCodes.map((book_code) => ({ book_code, is_featured: undefined })),
  ].map((item, order_index) => ({ ...item, order_index }));
  return {
    kind: 'challenges',
    input: { id: challenge_id, version, items: all },
    addedCount: addedCodes.length,
  };
}
