import type { DraftFile } from '#contract/imports/import-proposal';
import type { ChapterValues } from './proposal-values.ts';

/** Where a chapter's sound can be heard, as a media fragment; undefined where it cannot. */
export function audioUrl(files: readonly DraftFile[], audio: ChapterValues['audio']): string | undefined {
  if (!audio) return undefined;
  const url = files[audio.file]?.audio_url;
  const second = (value: number) => String(Math.round(value * 1000) / 1000);
  return url ? `${url}#t=${second(audio.start)},${second(audio.end)}` : undefined;
}
