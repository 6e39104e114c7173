import type { ProposalFile } from '#contract/imports/import-proposal';
import type { ChapterValues } from './proposal-values.ts';

/** Returns the address of a chapter's audio as a media fragment; undefined if it cannot be played. */
export function audioUrl(files: readonly ProposalFile[], audio: ChapterValues['audio']): string | undefined {
  if (!audio) return undefined;
  const url = files[audio.file]?.audio_url;
  const second = (value: number) => String(Math.round(value * 1000) / 1000);
  return url ? `${url}#t=${second(audio.start)},${second(audio.end)}` : undefined;
}
