import type { Kysely } from 'kysely';
import type { BookContentChapter } from '#contract/book-content/book-content';
import type { Schema } from '#server/core/db/schema';
import { listRevisions, readRevision } from '#server/features/book-content/version-history';
import { readBookContent } from '#server/features/book-content/book-content-rows';

/** Returns the parts of a chapter that users edit. Times of texts count only when a user set them: alignment sets the others. */
const contentOf = ({ id, name, start, end, audio_url, text_items = [] }: BookContentChapter) => [
  id,
  name,
  start,
  end,
  audio_url,
  ...text_items.map((item) => [item.text, item.state === 'anchor' ? [item.start, item.end] : null]),
];

/** Returns true when a user changed chapters or texts after the import. */
export async function areChaptersEdited(db: Kysely<Schema>, bookId: number): Promise<boolean> {
  const revisions = await listRevisions(db, bookId);
  if (revisions.length === 0) return false;
  // The first version was deleted because the book was saved often, so it counts as edited.
  if (!revisions.some(({ revision }) => revision === 0)) return true;
  const first = await readRevision(db, bookId, 0);
  const { chapters } = await readBookContent(db, bookId, true);
  return JSON.stringify(first.chapters.map(contentOf)) !== JSON.stringify(chapters.map(contentOf));
}

/** Returns true when the cover of a book was stored between the upload and the acceptance of one of its imports. */
export async function isCoverOfOne(
  db: Kysely<Schema>,
  bookId: number,
  imports: readonly { readonly from: string; readonly until: string }[],
): Promise<boolean> {
  const row = await db
    .selectFrom('books')
    .innerJoin('files', 'files.key', 'books.image_key')
    .select('files.created_at')
    .where('books.id', '=', bookId)
    .executeTakeFirst();
  return (
    row !== undefined && imports.some(({ from, until }) => from <= row.created_at && row.created_at <= until)
  );
}
