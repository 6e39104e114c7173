import type { Kysely } from 'kysely';
import type { AlignOrder } from '#contract/inside';
import type { Schema } from '#server/db/schema';
import { chaptersOf, textsOf } from './inside-rows.ts';

export const alignKind = 'align';

const isSure = (state: string | null): boolean => state === 'aligned' || state === 'anchor';

/** The ids of the chapters that an order means, as far as they have both text and sound. */
export async function chaptersToAlign(
  db: Kysely<Schema>,
  book: { readonly id: number; readonly audio_key: string | null },
  wanted: NonNullable<AlignOrder['chapters']>,
): Promise<number[]> {
  const sounding = (await chaptersOf(db, book.id)).filter(
    ({ audio_key, starts_at }) => audio_key !== null || (book.audio_key !== null && starts_at !== null),
  );
  const meant =
    typeof wanted === 'string'
      ? sounding.filter(({ is_locked }) => is_locked === 0)
      : sounding.filter(({ id }) => wanted.includes(id));
  const texts = await textsOf(
    db,
    meant.map(({ id }) => id),
  );
  return meant.flatMap(({ id }) => {
    const own = texts.get(id) ?? [];
    if (own.length === 0) return [];
    return wanted === 'doubtful' && own.every(({ time_state }) => isSure(time_state)) ? [] : [id];
  });
}
