import { ApiError } from '#web/core/api/api-error.ts';
import { claimAudio, releaseAudio } from '#web/core/lib/claim-audio.ts';
import { type MediaRange, timeRangeOf, withoutFragment } from '#web/core/lib/media-fragment.ts';
import { readStored, writeStored } from '#web/core/lib/use-stored-state.ts';
import { createValue } from '#web/core/lib/value-store.ts';
import { connectMediaKeys, disconnectMediaKeys, showInMediaControls, showPosition } from './media-session.ts';
import { readPosition, removePosition, writePosition } from './player-positions.ts';
import {
  currentChapter,
  type PlayedChapter,
  type PlayerProblem,
  type PlayerState,
  type PlayRequest,
  withAudio,
} from './player-state.ts';

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
/** The seconds of the buttons that move back and forward. */
export const SKIP_SECONDS = 15;

const SPEED_KEY = 'lectern-player-speed';
/** The interval in seconds at which the position is stored during playback. */
const STORE_SECONDS = 5;
/** "Previous" starts the current chapter again after this time. */
const RESTART_SECONDS = 3;
/** The playback waits this long for data before it reads the address again. */
const STALL_MS = 15_000;
/** Positions this close to the end start the chapter again. */
const END_SECONDS = 2;
/** A chapter that begins where the previous one ends in the same file continues without a gap. */
const GAP_SECONDS = 0.5;
/** A shorter distance needs no seek. */
const EXACT_SECONDS = 0.05;

/** The codes of `MediaError`. */
const ABORTED = 1;
const problems: Readonly<Record<number, PlayerProblem>> = { 2: 'network', 3: 'damaged', 4: 'file' };

const readSpeed = () =>
  readStored(SPEED_KEY, (storedSpeed) => speeds.find((speed) => speed === storedSpeed) ?? 1);

/** Plays chapters with one audio element, in order. Created for the first request and closed by the user or a sign-out. */
export function createPlayer(onClosed: () => void) {
  const audio = new Audio();
  const state = createValue<PlayerState | undefined>(undefined);
  /** The seconds from the start of the chapter. */
  const time = createValue(0);
  const duration = createValue(0);
  const speed = createValue<number>(readSpeed());
  let request: PlayRequest | undefined;
  let mediaRange: MediaRange | undefined;
  let storedAt = 0;
  /** The time of the last failure. The address is read again only once until the playback has continued. */
  let failedAt: number | undefined;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  let endTimer: ReturnType<typeof setTimeout> | undefined;
  let reading: AbortController | undefined;

  const offset = () => mediaRange?.start ?? 0;
  const chapter = (): PlayedChapter | undefined => {
    const current = state.get();
    return current && currentChapter(current);
  };
  const isActive = () => ['playing', 'loading'].includes(state.get()?.status ?? '');

  function update(changes: Partial<PlayerState>): void {
    state.set((before) => before && { ...before, ...changes });
    const current = state.get();
    if (current) showInMediaControls(current);
  }

  function storePosition(): void {
    const { book, range: playedRange } = state.get() ?? {};
    const { id } = chapter() ?? {};
    if (!book || id === undefined || playedRange) return;
    storedAt = time.get();
    writePosition({ book: book.id, chapter: id, seconds: Math.round(storedAt * 10) / 10 });
  }

  function load({ track_url, duration: seconds }: PlayedChapter, startTime: number): void {
    const file = withoutFragment(track_url);
    mediaRange = timeRangeOf(track_url);
    duration.set(mediaRange ? mediaRange.end - mediaRange.start : seconds);
    const isNewFile = audio.getAttribute('src') !== file;
    if (isNewFile) audio.src = file;
    else if (audio.error) audio.load();
    const target = offset() + startTime;
    const tolerance = isNewFile ? 0 : startTime === 0 ? GAP_SECONDS : EXACT_SECONDS;
    if (Math.abs(audio.currentTime - target) > tolerance) audio.currentTime = target;
    audio.defaultPlaybackRate = speed.get();
    audio.playbackRate = speed.get();
    time.set(startTime);
  }

  function start(): void {
    if (!state.get()) return;
    claimAudio(pause);
    update({ status: 'loading', problem: undefined });
    watchStall();
    Promise.resolve(audio.play()).catch((error: unknown) => {
      // The browser requires a click, for example after a long load. Other errors have an event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') pause();
    });
  }

  function pause(): void {
    clearTimeout(stallTimer);
    clearTimeout(endTimer);
    reading?.abort();
    if (isActive()) update({ status: 'paused' });
    audio.pause();
    storePosition();
  }

  function goTo(index: number, startTime = 0): void {
    const { chapters = [] } = state.get() ?? {};
    const next = chapters[index];
    if (!next) return;
    clearTimeout(endTimer);
    update({ index, range: undefined, problem: undefined });
    load(next, startTime);
    storePosition();
    start();
  }

  function finish(): void {
    const { book, chapters = [], index = 0, range: playedRange } = state.get() ?? {};
    if (playedRange) {
      pause();
      time.set(playedRange.end);
    } else if (index + 1 < chapters.length) goTo(index + 1);
    else {
      pause();
      time.set(duration.get());
      if (book) removePosition(book.id);
    }
  }

  /** Ends at the exact time, since `timeupdate` events are too infrequent. */
  function watchEnd(end: number): void {
    clearTimeout(endTimer);
    const seconds = (end - time.get()) / speed.get();
    if (seconds <= 0.02) finish();
    else if (seconds < STORE_SECONDS && !audio.paused) endTimer = setTimeout(follow, seconds * 1000);
  }

  function follow(): void {
    const current = state.get();
    if (!current || audio.seeking || audio.readyState === 0 || !isActive()) return;
    // Firefox without an audio device reports no number.
    if (!Number.isFinite(audio.currentTime)) return;
    const now = Math.max(0, audio.currentTime - offset());
    time.set(now);
    if (failedAt !== undefined && now > failedAt + 1) failedAt = undefined;
    if (Math.abs(now - storedAt) >= STORE_SECONDS) storePosition();
    const end = current.range?.end ?? (mediaRange && duration.get());
    if (end !== undefined) watchEnd(end);
  }

  function watchStall(): void {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => void recover('network'), STALL_MS);
  }

  function fail(problem: PlayerProblem): void {
    clearTimeout(stallTimer);
    audio.pause();
    storePosition();
    update({ status: 'failed', problem });
  }

  /**
   * Reads the book again and continues with its current address, since addresses expire and files are replaced. Fails if the playback
   * then fails at the same position.
   */
  async function recover(problem: PlayerProblem): Promise<void> {
    const before = chapter();
    if (!before || !request) return;
    if (failedAt !== undefined) return fail(problem);
    clearTimeout(stallTimer);
    failedAt = time.get();
    update({ status: 'loading' });
    reading?.abort();
    reading = new AbortController();
    const { signal } = reading;
    const { readBook } = request;
    try {
      const book = await readBook(signal);
      if (signal.aborted || !state.get()) return undefined;
      const chapters = withAudio(book);
      const index = chapters.findIndex(({ id }) => id === before.id);
      const current = chapters[index];
      if (!current) return fail('removed');
      update({ book, chapters, index });
      audio.removeAttribute('src');
      load(current, failedAt);
      start();
    } catch (error) {
      if (signal.aborted || !state.get()) return undefined;
      fail(error instanceof ApiError && error.status === 404 ? 'removed' : 'network');
    }
    return undefined;
  }

  function onError(): void {
    const { error } = audio;
    if (state.get() && error && error.code !== ABORTED) void recover(problems[error.code] ?? 'file');
  }

  function seek(seconds: number): void {
    const target = Math.min(Math.max(seconds, 0), duration.get());
    update({ range: undefined });
    clearTimeout(endTimer);
    audio.currentTime = offset() + target;
    time.set(target);
    storePosition();
  }

  function skip(seconds: number): void {
    const target = time.get() + seconds;
    const { chapters = [], index = 0 } = state.get() ?? {};
    if (target >= duration.get() && index + 1 < chapters.length) goTo(index + 1);
    else seek(target);
  }

  function previous(): void {
    const { index = 0 } = state.get() ?? {};
    goTo(time.get() > RESTART_SECONDS ? index : Math.max(0, index - 1));
  }

  const next = () => goTo((state.get()?.index ?? 0) + 1);

  function resume(): void {
    const current = chapter();
    if (!current) return;
    const { status, range: playedRange } = state.get() ?? {};
    failedAt = undefined;
    if (status === 'failed') return void recover('network');
    const { start: first, end } = playedRange ?? { start: 0, end: duration.get() };
    load(current, time.get() >= end - EXACT_SECONDS ? first : time.get());
    start();
  }

  function play(playRequest: PlayRequest): void {
    const { book, chapterId, range: playedRange } = playRequest;
    const chapters = withAudio(book);
    const last = readPosition(book.id);
    const id = chapterId ?? last?.chapter;
    const index = Math.max(
      0,
      chapters.findIndex((playedChapter) => playedChapter.id === id),
    );
    const target = chapters[index];
    if (!target) return;
    storePosition();
    const isLast = last !== undefined && last.chapter === target.id;
    const storedPosition = isLast && last.seconds < target.duration - END_SECONDS ? last.seconds : 0;
    request = playRequest;
    failedAt = undefined;
    state.set({ book, chapters, index, range: playedRange, status: 'loading', problem: undefined });
    load(target, playRequest.seconds ?? playedRange?.start ?? storedPosition);
    start();
    storePosition();
  }

  function close(): void {
    pause();
    releaseAudio(pause);
    disconnectMediaKeys();
    removeEventListener('pagehide', storePosition);
    state.set(undefined);
    audio.removeAttribute('src');
    audio.load();
    onClosed();
  }

  audio.addEventListener('timeupdate', follow);
  audio.addEventListener('seeked', () => {
    follow();
    showPosition(time.get(), duration.get(), speed.get());
  });
  audio.addEventListener('ended', () => isActive() && finish());
  audio.addEventListener('error', onError);
  audio.addEventListener('waiting', () => {
    if (!isActive()) return;
    update({ status: 'loading' });
    watchStall();
  });
  audio.addEventListener('playing', () => {
    clearTimeout(stallTimer);
    if (isActive()) update({ status: 'playing' });
    showPosition(time.get(), duration.get(), speed.get());
  });
  audio.addEventListener('loadedmetadata', () => {
    if (!mediaRange && Number.isFinite(audio.duration)) duration.set(audio.duration);
  });
  addEventListener('pagehide', storePosition);
  connectMediaKeys({ play: resume, skip, seek, previous, next, close });

  return {
    state,
    time,
    duration,
    speed,
    play,
    pause,
    resume,
    seek,
    skip,
    previous,
    next,
    close,
    toggle: () => (isActive() ? pause() : resume()),
    setSpeed(rate: number) {
      speed.set(rate);
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      showPosition(time.get(), duration.get(), rate);
      writeStored(SPEED_KEY, rate);
    },
  };
}

export type Player = ReturnType<typeof createPlayer>;
