import type { Challenge } from '#contract/challenges/challenges';
import { challengeColumns } from '#server/core/db/tables/challenges';
import { bookCodeOf } from '#server/core/resource/book-code';
import { createPresenter } from '#server/core/resource/columns';
import type { StoredChallenge } from './challenges.repository.ts';

const present = createPresenter(challengeColumns);

export function toChallenge({ row, books }: StoredChallenge): Challenge {
  return {
    ...present(row),
    items: books.map(({ book_id, is_featured, name }, day) => ({
      book_code: bookCodeOf(book_id),
      order_index: day,
      ...(is_featured !== null && { is_featured: is_featured === 1 }),
      book: { name },
    })),
  };
}
