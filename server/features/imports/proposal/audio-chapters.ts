import type { AudioChapter } from '#contract/imports/import-proposal';
import { type ProposalSource, importLimits } from '#contract/imports/import-limits';
import { marksToAudios } from '../parsers/chapter-markers.ts';
import type { ParsedAudio } from '../parsers/parsed.ts';
import { foldForComparison } from './fold.ts';
import type { BookFiles } from './group.ts';
import { baseNameOf, chapterInPath, fileNameOf, isGeneric } from './names.ts';
import type { AudioFile } from './read-file.ts';
import { tidyTitle } from './tidy-names.ts';

/** Returns the chapter markers in a cue sheet beside the audio file. */
function cueAudios({ cues, audio }: BookFiles, file: AudioFile): ParsedAudio[] {
  for (const { spreadsheet, path } of cues) {
    const belongsToFile = baseNameOf(path) === baseNameOf(file.path) || audio.length === 1;
    const cueFile =
      spreadsheet.files.find(
        ({ name }) => fileNameOf(name.replaceAll('\\', '/')) === fileNameOf(file.path),
      ) ?? (belongsToFile && spreadsheet.files.length === 1 ? spreadsheet.files[0] : undefined);
    const audios = marksToAudios(cueFile?.tracks ?? [], file.found.seconds, 'cue');
    if (audios.length > 1) return audios;
  }
  return [];
}

/** Returns titles from file names, with a number when the name is generic or several files have it. */
function titlesInPaths(files: readonly AudioFile[], book: string): string[] {
  const names = files.map(({ path }) => chapterInPath(path, book));
  const counts = new Map<string, number>();
  for (const { bare } of names) counts.set(bare, (counts.get(bare) ?? 0) + 1);
  return names.map(({ bare, numbered }) =>
    isGeneric(bare) || (counts.get(bare) ?? 0) > 1 ? numbered : bare,
  );
}

/** Returns the title tags unless all files have the same one, else the file names without book and number. */
function titlesOf(files: readonly AudioFile[], book: string): { title: string; source: ProposalSource }[] {
  const tags = files.map(({ found }) => found.title);
  const areTagsDistinct = files.length > 1 && new Set(tags.map(foldForComparison)).size > 1;
  const tidy = tags.map((title) => tidyTitle(title).title);
  // Without their discs two titles may be equal.
  const titles = new Set(tidy).size < new Set(tags).size ? tags : tidy;
  const inPaths = titlesInPaths(files, book);
  return titles.map((title, index) =>
    areTagsDistinct && title !== ''
      ? { title, source: 'tags' }
      : { title: files.length > 1 ? (inPaths[index] ?? '') : '', source: 'path' },
  );
}

/**
 * Returns the audio chapters: the markers in a file, else the file itself. `indexOf` returns the position of a file in the proposal. When a
 * book has more markers than allowed chapters, all markers are skipped, and `excluded` is their number.
 */
export function audioChaptersOf(
  book: BookFiles,
  name: string,
  indexOf: (path: string) => number,
): { audios: AudioChapter[]; excluded: number } {
  const titles = titlesOf(book.audio, name);
  const files = book.audio.map((file, position) => {
    const { title = '', source = 'files' } = titles[position] ?? {};
    const index = indexOf(file.path);
    const whole: AudioChapter = {
      file: index,
      start: 0,
      end: file.found.seconds,
      title,
      source: title === '' ? 'files' : source,
    };
    const marks = file.found.audios.length > 1 ? file.found.audios : cueAudios(book, file);
    return { index, whole, marks };
  });
  const count = files.reduce((sum, { marks }) => sum + Math.max(1, marks.length), 0);
  if (count > importLimits.maxChapters) return { audios: files.map(({ whole }) => whole), excluded: count };
  return {
    audios: files.flatMap(({ index, whole, marks }) =>
      marks.length > 1 ? marks.map((mark) => ({ file: index, ...mark })) : [whole],
    ),
    excluded: 0,
  };
}
