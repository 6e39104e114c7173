import type { DraftSource, SoundChapter } from '#contract/imports';
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

/** The chapters of the sound: marks inside a file, else the file itself. `files` says where each stands in the draft. */
export function soundChaptersOf(
  book: BookFiles,
  name: string,
  indexOf: (path: string) => number,
): SoundChapter[] {
  const titles = titlesOf(book.audio, name);
  return book.audio.flatMap((file, position): SoundChapter[] => {
    const index = indexOf(file.path);
    const inside = file.found.sounds.length > 1 ? file.found.sounds : cueSounds(book, file);
    if (inside.length > 1) return inside.map((sound) => ({ file: index, ...sound }));
    const { title = '', source = 'files' } = titles[position] ?? {};
    return [
      { file: index, start: 0, end: file.found.seconds, title, source: title === '' ? 'files' : source },
    ];
  });
}
