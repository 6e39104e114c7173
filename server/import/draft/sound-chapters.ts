import type { SoundChapter } from '#contract/import-draft';
import { type DraftSource, importLimits } from '#contract/import-terms';
import { marksToSounds } from '../read/media-markers.ts';
import type { FoundSound } from '../read/found.ts';
import { foldForComparison } from './fold.ts';
import type { BookFiles } from './group.ts';
import { baseNameOf, chapterInPath, fileNameOf } from './names.ts';
import type { AudioFile } from './read-file.ts';

/** The marks that a cue sheet beside the file gives it. */
function cueSounds({ cues, audio }: BookFiles, file: AudioFile): FoundSound[] {
  for (const { sheet, path } of cues) {
    const isBeside = baseNameOf(path) === baseNameOf(file.path) || audio.length === 1;
    const part =
      sheet.files.find(({ name }) => fileNameOf(name.replaceAll('\\', '/')) === fileNameOf(file.path)) ??
      (isBeside && sheet.files.length === 1 ? sheet.files[0] : undefined);
    const sounds = marksToSounds(part?.tracks ?? [], file.found.seconds, 'cue');
    if (sounds.length > 1) return sounds;
  }
  return [];
}

/** The title tag unless all files have the same, else the file's name without number and book. */
function titlesOf(files: readonly AudioFile[], book: string): { title: string; source: DraftSource }[] {
  const tags = files.map(({ found }) => found.title);
  const isTelling = files.length > 1 && new Set(tags.map(foldForComparison)).size > 1;
  return files.map(({ path, found }) =>
    isTelling && found.title !== ''
      ? { title: found.title, source: 'tags' }
      : { title: files.length > 1 ? chapterInPath(path, book) : '', source: 'path' },
  );
}

/**
 * The chapters of the sound: marks inside a file, else the file itself. `indexOf` says where each stands in the draft. More marks
 * than a book may have chapters are left out, all of them: `leftOut` says how many.
 */
export function soundChaptersOf(
  book: BookFiles,
  name: string,
  indexOf: (path: string) => number,
): { sounds: SoundChapter[]; leftOut: number } {
  const titles = titlesOf(book.audio, name);
  const files = book.audio.map((file, position) => {
    const { title = '', source = 'files' } = titles[position] ?? {};
    const index = indexOf(file.path);
    const whole: SoundChapter = {
      file: index,
      start: 0,
      end: file.found.seconds,
      title,
      source: title === '' ? 'files' : source,
    };
    const marks = file.found.sounds.length > 1 ? file.found.sounds : cueSounds(book, file);
    return { index, whole, marks };
  });
  const count = files.reduce((sum, { marks }) => sum + Math.max(1, marks.length), 0);
  if (count > importLimits.maxChapters) return { sounds: files.map(({ whole }) => whole), leftOut: count };
  return {
    sounds: files.flatMap(({ index, whole, marks }) =>
      marks.length > 1 ? marks.map((sound) => ({ file: index, ...sound })) : [whole],
    ),
    leftOut: 0,
  };
}
