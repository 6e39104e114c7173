import { claimAudio, releaseAudio } from '#web/core/lib/claim-audio.ts';
import { fileOf, fromLine, type Timeline } from './model/timeline.ts';
import { createValue } from '#web/core/lib/value-store.ts';

export interface PlayerOptions {
  readonly timeline: () => Timeline;
  /** Returns the address of a file, also of files that are only in this page. */
  readonly addressOf: (file: string) => string;
  readonly onFailed: () => void;
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Plays the timeline with one audio element, file after file. Nothing is loaded before the first playback. */
export function createPlayer({ timeline, addressOf, onFailed }: PlayerOptions) {
  const audio = new Audio();
  audio.preload = 'none';
  const time = createValue(0);
  const isPlaying = createValue(false);
  const speed = createValue(1);
  let until: number | undefined;
  let current: string | undefined;
  let frame = 0;

  /** `timeupdate` events are too infrequent during playback, so the time is read on each frame. */
  const tick = () => {
    cancelAnimationFrame(frame);
    if (!isPlaying.get()) return;
    follow();
    frame = requestAnimationFrame(tick);
  };

  function follow(): void {
    const file = current === undefined ? undefined : fileOf(timeline(), current);
    if (!file || audio.seeking || audio.readyState === 0) return;
    const now = file.offset + audio.currentTime;
    if (until !== undefined && now >= until) {
      const end = until;
      pause();
      time.set(end);
      return;
    }
    time.set(now);
  }

  function goTo(seconds: number): boolean {
    const position = fromLine(timeline(), seconds);
    if (!position) return false;
    if (current !== position.file.file) {
      current = position.file.file;
      audio.src = addressOf(current);
    }
    audio.currentTime = position.seconds;
    audio.playbackRate = speed.get();
    return true;
  }

  function pause(): void {
    until = undefined;
    isPlaying.set(false);
    audio.pause();
  }

  function play(from: number = time.get(), end?: number): void {
    const { total } = timeline();
    const start = from >= total - 0.05 ? 0 : from;
    if (!goTo(start)) return;
    claimAudio(pause);
    time.set(start);
    until = end;
    isPlaying.set(true);
    Promise.resolve(audio.play()).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      pause();
      onFailed();
    });
    tick();
  }

  audio.addEventListener('ended', () => {
    const file = current === undefined ? undefined : fileOf(timeline(), current);
    const next = file && timeline().files.find(({ offset }) => offset > file.offset);
    if (isPlaying.get() && next) play(next.offset + 0.001, until);
    else pause();
  });

  return {
    time,
    isPlaying,
    speed,
    play,
    pause,
    toggle: () => (isPlaying.get() ? pause() : play()),
    seek(seconds: number) {
      const location = Math.min(Math.max(seconds, 0), timeline().total);
      until = undefined;
      time.set(location);
      if (isPlaying.get()) play(location);
    },
    setSpeed(rate: number) {
      speed.set(rate);
      audio.playbackRate = rate;
    },
    close() {
      pause();
      releaseAudio(pause);
      cancelAnimationFrame(frame);
      audio.removeAttribute('src');
    },
  };
}

export type Player = ReturnType<typeof createPlayer>;
