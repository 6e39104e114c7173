import { pauseAudio } from '#web/core/lib/claim-audio.ts';
import { currentChapter, type PlayerState } from './player-state.ts';

export interface MediaKeys {
  readonly play: () => void;
  /** Moves by seconds. */
  readonly skip: (seconds: number) => void;
  readonly seek: (seconds: number) => void;
  readonly previous: () => void;
  readonly next: () => void;
  readonly close: () => void;
}

const SKIP_SECONDS = 15;

const actions: readonly MediaSessionAction[] = [
  'play',
  'pause',
  'stop',
  'seekbackward',
  'seekforward',
  'seekto',
  'previoustrack',
  'nexttrack',
];

/** Returns the session of the browser; undefined in browsers without media keys. */
const findSession = (): MediaSession | undefined =>
  'mediaSession' in navigator ? navigator.mediaSession : undefined;

/** Connects the media keys of keyboards, headphones and lock screens. */
export function connectMediaKeys(keys: MediaKeys): void {
  const session = findSession();
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: keys.play,
    // The key also pauses the audio of a dialog or of the content editor.
    pause: pauseAudio,
    stop: keys.close,
    seekbackward: ({ seekOffset }) => keys.skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => keys.skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => seekTime !== undefined && keys.seek(seekTime),
    previoustrack: keys.previous,
    nexttrack: keys.next,
  };
  for (const action of actions)
    try {
      session?.setActionHandler(action, handlers[action] ?? null);
    } catch {
      // The browser does not know this key.
    }
}

/** Shows the chapter in the media controls of the device. */
export function showInMediaControls(state: PlayerState): void {
  const session = findSession();
  const chapter = currentChapter(state);
  if (!session || !chapter) return;
  const { book, status } = state;
  const image = book.image_url ?? book.thumbnail_url;
  session.metadata = new MediaMetadata({
    title: chapter.name,
    artist: book.author.name,
    album: book.name,
    ...(image && { artwork: [{ src: new URL(image, location.href).href }] }),
  });
  session.playbackState = status === 'playing' || status === 'loading' ? 'playing' : 'paused';
}

/** Shows the position in the media controls of the device. */
export function showPosition(position: number, duration: number, playbackRate: number): void {
  if (duration > 0 && Number.isFinite(position) && Number.isFinite(duration))
    findSession()?.setPositionState?.({ duration, position: Math.min(position, duration), playbackRate });
}

export function disconnectMediaKeys(): void {
  const session = findSession();
  if (!session) return;
  session.metadata = null;
  session.playbackState = 'none';
  for (const action of actions)
    try {
      session.setActionHandler(action, null);
    } catch {
      // The browser does not know this key.
    }
}
