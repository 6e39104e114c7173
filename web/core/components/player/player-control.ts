import type { Player } from './create-player.ts';
import type { PlayRequest } from './player-state.ts';

/*
 * The player of the page. Its code is loaded with the first playback. It survives navigation, since it belongs to no screen.
 */

let player: Player | undefined;
let isRequested = false;
let stopFollowing: (() => void) | undefined;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** @returns a function that removes the listener */
export function subscribePlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true from the first playback until the player is closed. */
export const isPlayerOpen = (): boolean => isRequested;

/** Returns the player; undefined while it is closed or its code is loading. */
export const findPlayer = (): Player | undefined => player;

/** Plays a chapter in the player. Rejects if the code of the player cannot be loaded. */
export async function playInPlayer(request: PlayRequest): Promise<void> {
  isRequested = true;
  notify();
  try {
    const { createPlayer } = await import('./create-player.ts');
    // It may have been closed while its code was loading.
    if (!isRequested) return;
    if (!player) {
      player = createPlayer(forget);
      stopFollowing = player.state.subscribe(notify);
    }
  } catch (error) {
    isRequested = player !== undefined;
    notify();
    throw error;
  }
  player.play(request);
}

function forget(): void {
  stopFollowing?.();
  player = undefined;
  isRequested = false;
  notify();
}

/** Stops the playback and closes the player. Its position stays stored. */
export function closePlayer(): void {
  if (player) player.close();
  else forget();
}

/** A chapter, or a part of it that starts at this second. */
export interface PlayedItem {
  readonly bookId: number;
  readonly chapterId: number;
  readonly start?: number | undefined;
}

/** Returns true if the player plays this chapter or part. */
export function isPlayed({ bookId, chapterId, start }: PlayedItem): boolean {
  const state = player?.state.get();
  return (
    state !== undefined &&
    (state.status === 'playing' || state.status === 'loading') &&
    state.book.id === bookId &&
    state.chapters[state.index]?.id === chapterId &&
    state.range?.start === start
  );
}
