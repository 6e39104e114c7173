import { type BulkPreview, MAX_EXAMPLES } from '#contract/bulk/bulk';
import { contributorRoles } from '#contract/contributors/contributors';
import { batchesInChunks } from '#server/core/db/batches';
import type { Database } from '#server/core/db/open';
import { notFound } from '#server/core/errors';
import { bookCodeOf } from '#server/core/resource/book-code';
import { authorIdByName } from '#server/features/books/book-authors';
import { type BookPeople, replaceContributor } from '#server/features/books/book-contributors';
import { type BookWithPeople, type Merge, booksWithPeople } from './merge-books.ts';
import { storedContributor } from './merge-details.ts';

/** Returns the names of a contributor's roles on a book. */
const rolesOn = (people: BookPeople, id: number): string =>
  [
    ...(people.author_id === id ? (['author'] as const) : []),
    ...people.contributors.filter((contributor) => contributor.id === id).map(({ role }) => role),
  ]
    .map((role) => contributorRoles[role].label)
    .join(', ');

/** Returns the effect of a merge of contributors. Writes nothing. @throws AppError 404 */
export async function planMerge(
  { kysely }: Database,
  ids: readonly number[],
  merge: Merge,
): Promise<BulkPreview> {
  const from = await storedContributor(kysely, merge.id);
  if (!from) throw notFound('contributor');
  const intoId = await authorIdByName(kysely, merge.name);
  const existing = intoId === undefined ? undefined : await storedContributor(kysely, intoId);
  const into = existing ?? { id: 0, name: merge.name };
  const examples: BulkPreview['examples'] = [];
  let matchCount = 0;
  let changedCount = 0;
  const toExample = (book: BookWithPeople) => ({
    id: book.id,
    code: bookCodeOf(book.id),
    name: book.name,
    changes: [{ field: 'contributor', before: `${from.name} (${rolesOn(book, from.id)})`, after: into.name }],
  });
  for await (const batch of batchesInChunks(ids)) {
    const books = await booksWithPeople(kysely, batch);
    matchCount += books.length;
    const changedBooks = books.filter(
      (book) => from.id !== into.id && replaceContributor(book, from, into) !== book,
    );
    changedCount += changedBooks.length;
    examples.push(...changedBooks.slice(0, MAX_EXAMPLES - examples.length).map(toExample));
  }
  const isRemoved = intoId !== undefined && intoId !== from.id && changedCount >= from.total_books;
  const skippedBooks = [
    { reason: 'unchanged', count: matchCount - changedCount },
    { reason: 'missing', count: ids.length - matchCount },
  ] as const;
  return {
    total: ids.length,
    changes: changedCount,
    skipped: skippedBooks.filter(({ count }) => count > 0),
    related: [
      ...(intoId === undefined ? [{ kind: 'new_author' as const, count: 1 }] : []),
      ...(isRemoved ? [{ kind: 'authors_without_books' as const, count: 1 }] : []),
    ],
    is_undoable: true,
    examples,
  };
}
