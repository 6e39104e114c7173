import type { AudioAnalysis } from './audio-analysis.ts';

/**
 * The levels that ACX, the publishing service of Audible, requires of each audio file.
 * Source: ACX Audio Submission Requirements (help.acx.com).
 */
export const acxLevels = {
  /** The RMS level in dBFS. */
  rms: { min: -23, max: -18 },
  /** The maximum peak in dBFS. */
  peak: -3,
  /** The maximum noise level in dBFS. */
  floor: -60,
} as const;

export type LevelProblem = 'tooQuiet' | 'tooLoud' | 'peakTooHigh' | 'tooNoisy';

type Levels = Pick<AudioAnalysis, 'rms_db' | 'true_peak_db' | 'floor_db'>;

/** Rounds a level like the displayed figure, so a file never fails by a difference that is not visible. */
const roundLevel = (db: number): number => Math.round(db * 10) / 10;

/**
 * Compares the levels of an analysed file with `acxLevels`. The true peak is compared, which is never lower than the sample peak.
 * @returns the problems; undefined if the levels are unknown
 */
export function levelProblems({ rms_db, true_peak_db, floor_db }: Levels): LevelProblem[] | undefined {
  if (rms_db === null || true_peak_db === null || floor_db === null) return undefined;
  const problems: LevelProblem[] = [];
  const rms = roundLevel(rms_db);
  if (rms < acxLevels.rms.min) problems.push('tooQuiet');
  if (rms > acxLevels.rms.max) problems.push('tooLoud');
  if (roundLevel(true_peak_db) > acxLevels.peak) problems.push('peakTooHigh');
  if (roundLevel(floor_db) > acxLevels.floor) problems.push('tooNoisy');
  return problems;
}
