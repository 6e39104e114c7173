import type { DraftFile } from '#contract/import-draft';
import type { ChapterValues } from './draft-values.ts';

/** Where a chapter's sound can be heard, as a media fragment; undefined where it cannot. */
export function soundUrl(files: readonly DraftFile[], sound: ChapterValues['sound']): string | undefined {
  if (!sound) return undefined;
  const url = files[sound.file]?.audio_url;
  const second = (value: number) => String(Math.round(value * 1000) / 1000);
  return url ? `${url}#t=${second(sound.start)},${second(sound.end)}` : undefined;
}
