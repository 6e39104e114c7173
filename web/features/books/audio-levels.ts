import type { AudioAnalysis } from '#contract/audio/audio-analysis';
import { type LevelProblem, levelProblems } from '#contract/audio/store-levels';
import type { Book } from '#contract/books/books';
import { withoutFragment } from '#web/core/lib/media-fragment.ts';

type LevelState = LevelProblem | 'meets' | 'waiting' | 'silent' | 'unreadable';

/** An audio file of a book with its levels. */
export interface FileLevels {
  readonly analysis: AudioAnalysis;
  /** The names of the chapters that play the file. Empty for a file of the book that no chapter plays. */
  readonly chapters: readonly string[];
  readonly states: readonly LevelState[];
}

/** An analysis by an earlier version has no RMS level although the audio is not silent. */
const isOutdated = ({ state, rms_db, lufs }: AudioAnalysis): boolean =>
  state === 'done' && rms_db === null && lufs !== null;

export const isWaiting = (analysis: AudioAnalysis): boolean =>
  analysis.state === 'waiting' || isOutdated(analysis);

function statesOf(analysis: AudioAnalysis): readonly LevelState[] {
  if (isWaiting(analysis)) return ['waiting'];
  if (analysis.state === 'failed') return ['unreadable'];
  const problems = levelProblems(analysis);
  if (!problems) return ['silent'];
  return problems.length === 0 ? ['meets'] : problems;
}

/** Returns the files of a book with the chapters that play them. */
export function levelsOf(
  { chapters = [] }: Pick<Book, 'chapters'>,
  analyses: readonly AudioAnalysis[],
): FileLevels[] {
  const byFile = Map.groupBy(chapters, ({ track_url }) => track_url && withoutFragment(track_url));
  return analyses.map((analysis) => ({
    analysis,
    chapters: (byFile.get(analysis.audio_url) ?? []).map(({ name }) => name),
    states: statesOf(analysis),
  }));
}

/** Returns true if a store would reject the file. */
export const hasProblem = ({ states }: FileLevels): boolean =>
  !states.includes('meets') && !states.includes('waiting');
