import type { IAudioMetadata } from 'music-metadata';
import { toSeconds } from './media-markers.ts';

/** Returns the chapter markers in the Vorbis comments of an Ogg or FLAC file: `CHAPTER001=00:00:00.000`, `CHAPTER001NAME=Title`. */
export function chapterComments({ native }: IAudioMetadata): { title: string; start: number }[] {
  const times = new Map<string, number>();
  const titles = new Map<string, string>();
  for (const { id, value } of native['vorbis'] ?? []) {
    const [, number, isName] = /^CHAPTER(\d{3})(NAME)?$/i.exec(id) ?? [];
    if (number === undefined || typeof value !== 'string') continue;
    if (isName) titles.set(number, value);
    else {
      const start = toSeconds(value);
      if (start !== undefined) times.set(number, start);
    }
  }
  return [...times].map(([number, start]) => ({ title: titles.get(number) ?? '', start }));
}
