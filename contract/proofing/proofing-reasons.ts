import { countOf } from '#contract/core/format-count';
import { toClock } from '#contract/core/format-duration';
import { acxLevels, type LevelProblem } from '#contract/audio/store-levels';

/** The reasons why a place of a book must be checked or recorded again, in the order of the filters. */
export const proofingReasons = {
  missing_in_audio: 'Not spoken',
  missing_in_text: 'Not in the text',
  low_confidence: 'Uncertain time',
  long_pause: 'Long pause',
  silence_at_start: 'Silence at start',
  silence_at_end: 'Silence at end',
  clipping: 'Clipping',
  clicks: 'Clicks',
  levels: 'Audio levels',
} as const;
export type ProofingReason = keyof typeof proofingReasons;

export const proofingReasonNames = Object.keys(proofingReasons) as [ProofingReason, ...ProofingReason[]];

/** The limits of the report in seconds. */
export const proofingLimits = {
  /** A longer pause inside a chapter is reported. */
  pause: 3,
  /** ACX allows up to this silence at the start and at the end of a file. */
  silenceAtStart: 1,
  silenceAtEnd: 5,
} as const;

const decimal = (value: number): string => value.toFixed(1).replace(/\.0$/, '').replace('-', '−');
const seconds = (value: number): string =>
  value < 60 ? `${decimal(value)} ${decimal(value) === '1' ? 'second' : 'seconds'}` : toClock(value);

const { rms, peak, floor } = acxLevels;
const rmsLimit = `ACX requires ${decimal(rms.min)} to ${decimal(rms.max)} dB.`;

/** Details of the entries of a proofing report. */
export const proofingDetails = {
  missing_in_audio: 'The sentence was not found in the audio.',
  missing_in_text: (length: number) => `${seconds(length)} of audio.`,
  low_confidence: (confidence: number | null) =>
    confidence === null ? 'The times may be wrong.' : `Confidence: ${Math.round(confidence * 100)}%.`,
  long_pause: (length: number) => `${seconds(length)} of silence.`,
  silence_at_start: (length: number) =>
    `${seconds(length)} of silence. ACX allows up to ${seconds(proofingLimits.silenceAtStart)}.`,
  silence_at_end: (length: number) =>
    `${seconds(length)} of silence. ACX allows up to ${seconds(proofingLimits.silenceAtEnd)}.`,
  clipping: (count: number) => `Maximum level in ${countOf(count, 'place')}.`,
  clicks: (count: number) => `${countOf(count, 'click')}.`,
  levels: {
    tooQuiet: (db: number) => `RMS: ${decimal(db)} dB. ${rmsLimit}`,
    tooLoud: (db: number) => `RMS: ${decimal(db)} dB. ${rmsLimit}`,
    peakTooHigh: (db: number) => `Peak: ${decimal(db)} dB. ACX allows up to ${decimal(peak)} dB.`,
    tooNoisy: (db: number) => `Noise: ${decimal(db)} dB. ACX allows up to ${decimal(floor)} dB.`,
  } satisfies Record<LevelProblem, (db: number) => string>,
  /** Follows the levels of a file that several chapters play. */
  ofChapters: (count: number) => `The file has ${countOf(count, 'chapter')}.`,
} as const;
