import type { Transaction } from 'kysely';
import type { CreateOf } from '#contract/core/define-resource';
import { type StoryReference, storyBooks } from '#contract/story-books/story-books';
import type { ErrorInfo } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldErrors } from '#server/core/errors';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import { listsOfStoryBook, inputOfStoryBook } from './story-books-lists.ts';
import { toStoryBook } from './story-books.presenter.ts';
import { replaceItems, storyBooksByIds } from './story-books.repository.ts';
import { type StoryError, type ResolvedReference, updateStoryItems, isProblem } from './story-references.ts';

export interface StoryBookService extends ServiceOf<typeof storyBooks>, WithLifecycle {
  /** Resolves a reference, or returns its broken part. */
  check(reference: StoryReference): Promise<ResolvedReference | StoryError>;
}

/** Stores items after checking that each references a text item. @throws AppError 422 with one message per broken reference */
async function saveItems(
  trx: Transaction<Schema>,
  id: number,
  items: NonNullable<CreateOf<typeof storyBooks>['story_items']>,
): Promise<void> {
  const wrong = new Map<string, ErrorInfo>();
  const references = (await updateStoryItems(trx, items)).flatMap((reference, index) => {
    if (!isProblem(reference))
      return [{ reference, is_featured: Number(items[index]?.is_featured ?? false) }];
    wrong.set(`story_items.${index}.${reference.field}`, reference.errorInfo);
    return [];
  });
  if (wrong.size > 0) throw fieldErrors(wrong);
  const rows = references.map(({ reference: { book_name: _shown, ...codes }, is_featured }) => ({
    ...codes,
    is_featured,
  }));
  await replaceItems(trx, id, rows);
}

export function createStoryBookService(deps: ServiceDeps): StoryBookService {
  const service = createRecordService(deps, {
    declaration: storyBooks,
    table: 'story_books',
    searched: ['title'],
    rows: storyBooksByIds,
    present: toStoryBook,
    lists: { inputKeys: ['story_items'], of: listsOfStoryBook, inputOf: inputOfStoryBook },
    ownedRows: { table: 'story_items', owner: 'story_book_id' },
    async saveOwnedRows(trx, id, { input: { story_items } }) {
      if (story_items) await saveItems(trx, id, story_items);
    },
  });
  return {
    ...service,
    async check(reference) {
      const [resolvedItem] = await updateStoryItems(deps.database.kysely, [reference]);
      return resolvedItem as ResolvedReference | StoryError;
    },
  };
}
