import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/core/api/api-error.ts';
import { claimStorage, clearAccountStorage } from '#web/core/store/account-storage.ts';
import { type FakeAudio, useFakeAudio } from '#web/testing/fake-audio.ts';
import { createPlayer, type Player } from './create-player.ts';
import { positionsKey, readPosition } from './player-positions.ts';
import type { PlayedBook, PlayRequest } from './player-state.ts';

const chapter = (id: number, track_url: string | null, duration = 600) => ({
  id,
  code: `ch-${id}`,
  name: `Chapter ${id}`,
  duration,
  track_url,
  text_items: [],
});
/** Chapters 1 and 2 are parts of one file. Chapter 3 has no audio. */
const book: PlayedBook = {
  id: 7,
  name: 'Harbour Lights',
  author: { id: 1, name: 'Ada Marsh' },
  image_url: null,
  thumbnail_url: null,
  chapters: [
    chapter(1, '/media/a.mp3#t=0,100', 100),
    chapter(2, '/media/a.mp3#t=100,250', 150),
    chapter(3, null),
    chapter(4, '/media/b.mp3'),
  ],
};

let player: Player;
let audio: () => FakeAudio;
const readBook = vi.fn<PlayRequest['readBook']>();
const isClosed = vi.fn<() => void>();
const play = (changes: Partial<PlayRequest> = {}) => player.play({ book, readBook, ...changes });
const status = () => player.state.get()?.status;
const chapterId = () => {
  const { chapters = [], index = 0 } = player.state.get() ?? {};
  return chapters[index]?.id;
};

beforeEach(() => {
  claimStorage('ann@example.org');
  audio = useFakeAudio();
  readBook.mockReset().mockResolvedValue(book);
  isClosed.mockReset();
  player = createPlayer(isClosed);
});
afterEach(() => {
  player.close();
  vi.useRealTimers();
});

it('plays the parts of a file without a gap, skips chapters without audio, and ends after the last one', () => {
  play();
  expect([audio().src, status(), chapterId()]).toEqual(['/media/a.mp3', 'loading', 1]);
  audio().begin();
  expect(status()).toBe('playing');
  expect(player.duration.get()).toBe(100);
  audio().advanceTo(42.5);
  audio().advanceTo(Number.NaN);
  expect(player.time.get()).toBe(42.5);
  audio().advanceTo(100.01);
  expect([chapterId(), player.duration.get(), audio().seeks]).toEqual([2, 150, []]);
  audio().advanceTo(120);
  expect(player.time.get()).toBe(20);
  audio().advanceTo(250);
  expect([chapterId(), audio().src]).toEqual([4, '/media/b.mp3']);
  audio().begin();
  audio().end();
  expect([status(), chapterId(), player.time.get()]).toEqual(['paused', 4, 600]);
  expect(readPosition(7)).toBeUndefined();
});

it('moves by 15 seconds within the chapter, and to the next chapter beyond its end', () => {
  play({ chapterId: 2 });
  audio().begin();
  audio().advanceTo(150);
  player.skip(15);
  expect([player.time.get(), audio().currentTime]).toEqual([65, 165]);
  player.skip(-100);
  expect([player.time.get(), audio().currentTime]).toEqual([0, 100]);
  player.seek(140);
  player.skip(15);
  expect(chapterId()).toBe(4);
  player.previous();
  expect(chapterId()).toBe(2);
  audio().begin();
  audio().advanceTo(110);
  player.previous();
  expect([chapterId(), player.time.get()]).toEqual([2, 0]);
});

it('remembers the position of each book by its IDs, and resumes there', () => {
  play({ chapterId: 2 });
  audio().begin();
  audio().advanceTo(134.26);
  player.pause();
  expect(localStorage.getItem(positionsKey)).toBe('[{"book":7,"chapter":2,"seconds":34.3}]');
  player.close();
  expect(isClosed).toHaveBeenCalledTimes(1);

  player = createPlayer(isClosed);
  play();
  expect([chapterId(), player.time.get(), audio().currentTime]).toEqual([2, 34.3, 134.3]);
  // Another chapter starts at its beginning, and is the new position.
  play({ chapterId: 1 });
  expect([player.time.get(), readPosition(7)?.chapter]).toEqual([0, 1]);
});

it('stores no position after the sign-out, and none of parts', () => {
  play({ chapterId: 4, range: { start: 10, end: 20 } });
  audio().begin();
  expect(audio().currentTime).toBe(10);
  audio().advanceTo(15);
  player.pause();
  expect(readPosition(7)).toBeUndefined();
  play({ chapterId: 4 });
  audio().begin();
  clearAccountStorage();
  audio().advanceTo(30);
  player.close();
  expect(localStorage.getItem(positionsKey)).toBeNull();
});

it('stops at the exact end of a part, and plays the part again', async () => {
  vi.useFakeTimers();
  play({ chapterId: 4, range: { start: 10, end: 20 } });
  audio().begin();
  audio().advanceTo(19.8);
  audio().currentTime = 20;
  await vi.advanceTimersByTimeAsync(200);
  expect([status(), player.time.get(), audio().paused]).toEqual(['paused', 20, true]);
  player.resume();
  expect([status(), audio().currentTime]).toEqual(['loading', 10]);
});

it('reads the current address after an error, and continues at the position', async () => {
  readBook.mockResolvedValue({ ...book, chapters: [chapter(4, '/media/new.mp3')] });
  play({ chapterId: 4 });
  audio().begin();
  audio().advanceTo(33);
  audio().fail(2);
  await vi.waitFor(() => expect(audio().src).toBe('/media/new.mp3'));
  expect([status(), audio().currentTime, audio().paused]).toEqual(['loading', 33, false]);
  audio().begin();
  audio().advanceTo(35);
  expect(status()).toBe('playing');
});

it.each([
  [2, 'network'],
  [3, 'damaged'],
  [4, 'file'],
] as const)('shows the reason of error %i if the current address fails too: %s', async (code, problem) => {
  play({ chapterId: 4 });
  audio().fail(code);
  await vi.waitFor(() => expect(audio().paused).toBe(false));
  audio().fail(code);
  expect(player.state.get()).toMatchObject({ status: 'failed', problem });
  expect(readBook).toHaveBeenCalledTimes(1);
  // Retry reads the address again.
  player.resume();
  await vi.waitFor(() => expect(readBook).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(audio().paused).toBe(false));
  audio().begin();
  expect(player.state.get()).toMatchObject({ status: 'playing', problem: undefined });
});

const notFoundError = new ApiError({ kind: 'http', status: 404 });
it.each([
  ['network', () => Promise.reject(new ApiError({ kind: 'network', status: 0 }))],
  ['removed', () => Promise.reject(notFoundError)],
  ['removed', () => Promise.resolve({ ...book, chapters: [] })],
] as const)('shows that the audio cannot be read: %s', async (problem, read) => {
  readBook.mockImplementation(read);
  play({ chapterId: 4 });
  audio().fail(4);
  await vi.waitFor(() => expect(player.state.get()).toMatchObject({ status: 'failed', problem }));
});

it('reads the address again if no data arrives, and then fails', async () => {
  vi.useFakeTimers();
  play({ chapterId: 4 });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(readBook).toHaveBeenCalledTimes(1);
  expect(status()).toBe('loading');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(player.state.get()).toMatchObject({ status: 'failed', problem: 'network' });
});

it('waits for a click if the browser requires one', async () => {
  play({ chapterId: 4 });
  player.pause();
  audio().rejection = new DOMException('No click', 'NotAllowedError');
  player.resume();
  await vi.waitFor(() => expect(status()).toBe('paused'));
  expect(player.state.get()?.problem).toBeUndefined();
});

it('keeps the speed for all books', () => {
  play();
  player.setSpeed(1.5);
  expect(audio().playbackRate).toBe(1.5);
  player.close();
  player = createPlayer(isClosed);
  play({ chapterId: 4 });
  expect([player.speed.get(), audio().playbackRate]).toEqual([1.5, 1.5]);
});

it('shows the chapter in the media controls, and handles their keys', () => {
  const handlers = new Map<string, ((details: object) => void) | null>();
  const session = {
    metadata: null as object | null,
    playbackState: 'none',
    setActionHandler: (action: string, handler: ((details: object) => void) | null) =>
      handlers.set(action, handler),
    setPositionState: vi.fn<(position: object) => void>(),
  };
  vi.stubGlobal('navigator', { mediaSession: session });
  vi.stubGlobal(
    'MediaMetadata',
    vi.fn<(init: object) => void>(function assign(this: object, init) {
      Object.assign(this, init);
    }),
  );
  player = createPlayer(isClosed);
  play();
  audio().begin();
  expect(session.metadata).toMatchObject({
    title: 'Chapter 1',
    artist: 'Ada Marsh',
    album: 'Harbour Lights',
  });
  expect(session.playbackState).toBe('playing');
  expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 100, position: 0, playbackRate: 1 });
  handlers.get('seekforward')?.({});
  expect(player.time.get()).toBe(15);
  handlers.get('seekto')?.({ seekTime: 40 });
  expect(player.time.get()).toBe(40);
  handlers.get('nexttrack')?.({});
  expect(chapterId()).toBe(2);
  handlers.get('pause')?.({});
  expect([status(), session.playbackState]).toEqual(['paused', 'paused']);
  handlers.get('play')?.({});
  expect(status()).toBe('loading');
  player.close();
  expect([session.metadata, [...handlers.values()]]).toEqual([null, Array.from(handlers, () => null)]);
});
