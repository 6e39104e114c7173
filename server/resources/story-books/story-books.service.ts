import type { Transaction } from 'kysely';
import type { CreateOf, QueryOf, UpdateOf } from '#contract/define-resource';
import type { StoryBook, StoryReference, storyBooks } from '#contract/resources/story-books';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { invalid } from '#server/errors';
import type { FileKeeper } from '#server/media/file-keeper';
import { createRecordService } from '../record-service.ts';
import type { ResourceService } from '../resource-service.ts';
import { replaceItems, storyBooksByIds } from './story-books.repository.ts';
import { type StoryFault, type StoryPlace, followReferences, isFault } from './story-references.ts';

type Query = QueryOf<typeof storyBooks>;
type Create = CreateOf<typeof storyBooks>;
type Update = UpdateOf<typeof storyBooks>;

export interface StoryBookService extends ResourceService<StoryBook, Query, Create, Update> {
  /** Where one reference leads, or which part of it is wrong. */
  check(reference: StoryReference): Promise<StoryPlace | StoryFault>;
}

/** Every item must lead to a text item. @throws AppError 422 with a sentence for each one that does not */
async function saveItems(
  trx: Transaction<Schema>,
  id: number,
  items: NonNullable<Create['story_items']>,
): Promise<void> {
  const errors: Record<string, string> = {};
  const places = (await followReferences(trx, items)).flatMap((place, index) => {
    if (!isFault(place)) return [{ place, is_featured: Number(items[index]?.is_featured ?? false) }];
    errors[`story_items.${index}.${place.part}`] = place.message;
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const rows = places.map(({ place: { book_name: _shown, ...codes }, is_featured }) => ({
    ...codes,
    is_featured,
  }));
  await replaceItems(trx, id, rows);
}

export function createStoryBookService(deps: {
  readonly database: Database;
  readonly files: FileKeeper;
}): StoryBookService {
  const service = createRecordService<'story_books', StoryBook, Query, Create, Update>(deps, {
    table: 'story_books',
    noun: 'story book',
    present: storyBooksByIds,
    async columns(_trx, input, before) {
      const title = input.title ?? before?.title ?? '';
      return {
        title,
        description: input.description ?? before?.description ?? '',
        search_key: searchKeyOf(title),
      };
    },
    async saveParts(trx, id, { story_items }) {
      if (story_items) await saveItems(trx, id, story_items);
    },
  });
  return {
    ...service,
    async check(reference) {
      const [place] = await followReferences(deps.database.kysely, [reference]);
      return place as StoryPlace | StoryFault;
    },
  };
}
