import type { Challenge } from '#contract/resources/challenges';
import { challengeColumns } from '#server/db/tables/challenges';
import { bookCodeOf } from '../book-code.ts';
import { createPresenter } from '../columns.ts';
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
