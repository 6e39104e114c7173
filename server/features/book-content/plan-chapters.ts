import type { ChapterRow } from '#server/core/db/tables/book-content';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import { type ChapterValues, storeSpans } from './content-blocks.ts';
import type { ChapterOrder, Audios } from './plan-types.ts';

/** Seconds. Chapter markers in files are not more precise. */
const TOLERANCE = 0.05;
/** Seconds allowed above the measured duration of the audio. */
const SPARE_SECONDS = 1;

/** Errors by dotted path. */
export type Problems = Map<string, ErrorInfo>;

const keyOfUrl = (url: string): string => url.replace(/^\/media\//, '').replace(/#.*$/, '');

function audioOf(
  input: ChapterOrder,
  {
    before,
    audios,
    index,
    problems,
  }: {
    readonly before: ChapterRow | undefined;
    readonly audios: Audios;
    readonly index: number;
    readonly problems: Problems;
  },
) {
  if (input.upload_id !== undefined) {
    const upload = audios.ofUpload(input.upload_id);
    if (upload) return upload.key;
    problems.set(`chapters.${index}.upload_id`, knownErrors.uploadNotReady);
    return null;
  }
  if (input.audio_url === undefined) return before?.audio_key ?? null;
  if (input.audio_url === null || input.audio_url === '') return null;
  const key = keyOfUrl(input.audio_url);
  if (key === before?.audio_key || audios.isOwn(key)) return key;
  problems.set(`chapters.${index}.audio_url`, knownErrors.noAudioOfBook);
  return null;
}

function lengthOf(
  { starts_at, ends_at, audio_key }: Pick<ChapterValues, 'starts_at' | 'ends_at' | 'audio_key'>,
  bookAudioKey: string | null,
  audios: Audios,
): number {
  if (starts_at !== null && ends_at !== null) return Math.round(ends_at - starts_at);
  const key = audio_key ?? (starts_at === null ? null : bookAudioKey);
  const whole = key === null ? undefined : audios.secondsOf(key);
  return whole === undefined ? 0 : Math.max(0, Math.round(whole - (starts_at ?? 0)));
}

/** Returns the new values of a chapter without its code. */
export function valuesOfChapter(
  input: ChapterOrder,
  before: ChapterRow | undefined,
  context: { index: number; bookAudioKey: string | null; audios: Audios; problems: Problems },
): ChapterValues {
  const { index, bookAudioKey, audios, problems } = context;
  const audio_key = audioOf(input, { before, audios, index, problems });
  const isNewAudio = audio_key !== (before?.audio_key ?? null);
  const audioBefore = input.upload_id === undefined ? before : undefined;
  const starts_at = input.start === undefined ? (audioBefore?.starts_at ?? null) : input.start;
  const ends_at = input.end === undefined ? (audioBefore?.ends_at ?? null) : input.end;
  const name = input.name ?? before?.name ?? `Chapter ${index + 1}`;
  const timesDiffer =
    isNewAudio || starts_at !== (before?.starts_at ?? null) || ends_at !== (before?.ends_at ?? null);
  if (ends_at !== null && starts_at === null)
    problems.set(`chapters.${index}.start`, knownErrors.timeWithoutStart);
  if (starts_at !== null && ends_at !== null && ends_at <= starts_at)
    problems.set(`chapters.${index}.end`, knownErrors.timesReversed);
  const key = audio_key ?? bookAudioKey;
  const seconds = key === null ? undefined : audios.secondsOf(key);
  const last = Math.max(starts_at ?? 0, ends_at ?? 0);
  if (timesDiffer && seconds !== undefined && last > seconds + SPARE_SECONDS)
    problems.set(`chapters.${index}.end`, knownErrors.beyondAudio);
  const spans = input.audio_without_text ? storeSpans(input.audio_without_text) : undefined;
  /** Returns a result of a sync. An earlier one does not belong to new audio. */
  const ofSync = (result: string | null | undefined, earlier: string | null = null): string | null =>
    result === undefined ? (isNewAudio ? null : earlier) : result;
  return {
    code: '',
    name,
    audio_key,
    starts_at,
    ends_at,
    duration:
      input.duration ??
      (timesDiffer || !before
        ? lengthOf({ starts_at, ends_at, audio_key }, bookAudioKey, audios)
        : before.duration),
    is_locked: input.is_locked === undefined ? (before?.is_locked ?? 0) : Number(input.is_locked),
    name_by:
      input.name_by === undefined ? (name === before?.name ? before.name_by : 'manual') : input.name_by,
    times_by:
      input.times_by === undefined ? (timesDiffer ? 'manual' : (before?.times_by ?? null)) : input.times_by,
    audio_without_text: ofSync(spans, before?.audio_without_text),
    alignment_method: ofSync(input.alignment_method, before?.alignment_method),
  };
}

interface PositionedChapter {
  readonly index: number;
  readonly before: ChapterRow | undefined;
  readonly values: ChapterValues;
}

const isMoved = ({ before, values }: PositionedChapter): boolean =>
  before === undefined ||
  before.starts_at !== values.starts_at ||
  before.ends_at !== values.ends_at ||
  before.audio_key !== values.audio_key;

/** Adds an error for chapters that overlap in the same audio because of this save. */
export function assertNoOverlaps(chapters: readonly PositionedChapter[], problems: Problems): void {
  const timedChapters = chapters.filter(({ values }) => values.starts_at !== null);
  const groups = Map.groupBy(timedChapters, ({ values }) => values.audio_key);
  for (const group of groups.values()) {
    const inTime = group.toSorted((a, b) => (a.values.starts_at ?? 0) - (b.values.starts_at ?? 0));
    for (const [index, next] of inTime.entries()) {
      const earlier = inTime[index - 1];
      if (!earlier || (!isMoved(earlier) && !isMoved(next))) continue;
      const overlap = (earlier.values.ends_at ?? next.values.starts_at ?? 0) - (next.values.starts_at ?? 0);
      const isDuplicate = earlier.values.starts_at === next.values.starts_at;
      if (overlap <= TOLERANCE && !isDuplicate) continue;
      const path = isMoved(next) ? `chapters.${next.index}.start` : `chapters.${earlier.index}.end`;
      problems.set(path, knownErrors.timesOverlap(isMoved(next) ? earlier.values.name : next.values.name));
    }
  }
}
