import { vi } from 'vitest';

/** An audio element without a decoder, whose time the test advances. */
export class FakeAudio extends EventTarget {
  static readonly created: FakeAudio[] = [];

  duration = 600;
  paused = true;
  seeking = false;
  readyState = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  error: { code: number } | null = null;
  seeks: number[] = [];
  /** Set to reject the next playback. */
  rejection: Error | undefined;
  #src: string | null = null;
  #time = 0;

  constructor() {
    super();
    FakeAudio.created.push(this);
  }

  get src(): string {
    return this.#src ?? '';
  }
  set src(src: string) {
    this.#src = src;
    this.load();
  }
  get currentTime(): number {
    return this.#time;
  }
  set currentTime(seconds: number) {
    this.seeks.push(seconds);
    this.#time = seconds;
  }

  getAttribute = (name: string) => (name === 'src' ? this.#src : null);
  removeAttribute = (name: string) => {
    if (name === 'src') this.#src = null;
  };
  load = () => {
    this.#time = 0;
    this.readyState = 0;
    this.error = null;
    this.paused = true;
  };
  play = () => {
    const { rejection } = this;
    this.rejection = undefined;
    if (rejection) return Promise.reject(rejection);
    this.paused = false;
    return Promise.resolve();
  };
  pause = () => {
    this.paused = true;
  };

  /** Loads the metadata and starts the playback. */
  begin(): void {
    this.readyState = 4;
    this.dispatchEvent(new Event('loadedmetadata'));
    this.dispatchEvent(new Event('playing'));
  }

  /** Plays until this second of the file. */
  advanceTo(seconds: number): void {
    this.#time = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }

  end(): void {
    this.#time = this.duration;
    this.paused = true;
    this.dispatchEvent(new Event('ended'));
  }

  fail(code: number): void {
    this.error = { code };
    this.dispatchEvent(new Event('error'));
  }
}

/** Replaces the audio elements that scripts create in this test. @returns the element created last */
export function useFakeAudio(): () => FakeAudio {
  FakeAudio.created.length = 0;
  vi.stubGlobal('Audio', FakeAudio);
  return () => {
    const audio = FakeAudio.created.at(-1);
    if (!audio) throw new Error('No audio element was created');
    return audio;
  };
}
