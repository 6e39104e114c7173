import type { ProposalChapter } from '#contract/imports/import-proposal';
import type { ParsedText } from '../parsers/parsed.ts';
import { fileNameOf } from './names.ts';
import type { AudioFile, JsonFile } from './read-file.ts';

/** Returns the texts of an exported book, one per chapter. */
export const textsOfExport = ({ found }: JsonFile): ParsedText[] =>
  found.chapters.map(({ name, items, details }) => ({ title: name, source: 'json', items, details }));

/** Returns the chapters of an exported book, with the audio files beside it. */
export function chaptersOfExport(
  { found }: JsonFile,
  audio: readonly AudioFile[],
  indexOf: (path: string) => number,
): ProposalChapter[] {
  const files = new Map(audio.map((file) => [fileNameOf(file.path), file]));
  return found.chapters.map(({ name, audio: chapterAudio, items }, index) => {
    const file = chapterAudio ? files.get(chapterAudio.file) : undefined;
    return {
      id: `c${index + 1}`,
      name,
      name_source: 'json',
      audio:
        chapterAudio && file
          ? {
              file: indexOf(file.path),
              start: chapterAudio.start ?? 0,
              end: Math.min(chapterAudio.end ?? file.found.seconds, file.found.seconds),
            }
          : null,
      texts: items.length > 0 ? [{ text: index, from: 0, to: items.length }] : [],
      confidence: null,
      reason: chapterAudio && !file ? `Audio file missing: ${chapterAudio.file}` : '',
    };
  });
}
