import type { DraftChapter } from '#contract/import-draft';
import type { FoundText } from '../read/found.ts';
import { fileNameOf } from './names.ts';
import type { AudioFile, JsonFile } from './read-file.ts';

/** The texts of a book that was exported, a chapter each. */
export const textsOfExport = ({ found }: JsonFile): FoundText[] =>
  found.chapters.map(({ name, items, details }) => ({ title: name, source: 'json', items, details }));

/** Its chapters as they were, with the sound that lies beside it. */
export function chaptersOfExport(
  { found }: JsonFile,
  audio: readonly AudioFile[],
  indexOf: (path: string) => number,
): DraftChapter[] {
  const files = new Map(audio.map((file) => [fileNameOf(file.path), file]));
  return found.chapters.map(({ name, sound, items }, index) => {
    const file = sound ? files.get(sound.file) : undefined;
    return {
      id: `c${index + 1}`,
      name,
      name_source: 'json',
      sound:
        sound && file
          ? {
              file: indexOf(file.path),
              start: sound.start ?? 0,
              end: Math.min(sound.end ?? file.found.seconds, file.found.seconds),
            }
          : null,
      texts: items.length > 0 ? [{ text: index, from: 0, to: items.length }] : [],
      confidence: null,
      reason: sound && !file ? `The file ${sound.file} with its sound is missing.` : '',
    };
  });
}
