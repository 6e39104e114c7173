import { z } from 'zod';
import { hasSignedOut } from '#web/core/store/account-storage.ts';
import { readStored, writeStored } from '#web/core/lib/use-stored-state.ts';

/** The key of the positions. They contain only IDs, and a sign-out deletes them. */
export const positionsKey = 'lectern-player-positions';
const MAX_BOOKS = 200;

const position = z.object({ book: z.int(), chapter: z.int(), seconds: z.number().nonnegative() });
const storedPositions = z.array(position).catch([]);

/** The position in a book: a chapter, and the seconds from its start. */
export type PlayerPosition = z.infer<typeof position>;

const readAll = (): readonly PlayerPosition[] =>
  readStored(positionsKey, (storedValue) => storedPositions.parse(storedValue));

/** Returns the last position in a book; undefined if there is none. */
export const readPosition = (book: number): PlayerPosition | undefined =>
  readAll().find((entry) => entry.book === book);

/** Stores the position in a book, unless the user has signed out. The books played last are kept. */
export function writePosition(current: PlayerPosition): void {
  if (hasSignedOut()) return;
  const others = readAll().filter(({ book }) => book !== current.book);
  writeStored(positionsKey, [current, ...others].slice(0, MAX_BOOKS));
}

/** Called after the last chapter of a book, so that it starts from the first one the next time. */
export function removePosition(book: number): void {
  const others = readAll().filter((entry) => entry.book !== book);
  if (!hasSignedOut()) writeStored(positionsKey, others);
}
