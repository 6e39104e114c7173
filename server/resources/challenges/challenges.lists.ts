import type { Challenge } from '#contract/resources/challenges';
import type { Lists } from '#server/journal/list-change';

/** The books of a challenge by its days, for the journal. */
export const listsOfChallenge = ({ items }: Challenge): Lists =>
  new Map([
    [
      'items',
      items.map(({ book_code, is_featured, book }) => ({
        key: book_code,
        name: book?.name ?? book_code,
        ...(is_featured !== undefined && { details: { is_featured } }),
      })),
    ],
  ]);
