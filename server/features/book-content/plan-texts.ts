import type { BookContentSentence, ContentTextItemInput } from '#contract/book-content/book-content';
import { knownErrors } from '#contract/core/errors';
import type { TextItemRow } from '#server/core/db/tables/book-content';
import type { TextValues } from './content-blocks.ts';
import type { Problems } from './plan-chapters.ts';
import { readSentences, storeSentences } from './sentences.ts';

const TOLERANCE = 0.001;

const noTimes = {
  starts_at: null,
  ends_at: null,
  confidence: null,
  time_state: null,
  sentences: null,
} as const satisfies Partial<TextValues>;

/** Returns the requested sentences with defaults; undefined when they are not sentences of the text. */
function sentencesOf(
  input: NonNullable<ContentTextItemInput['sentences']>,
  text: string,
): BookContentSentence[] | undefined {
  let last = 0;
  const sentences: BookContentSentence[] = [];
  for (const { from, to, start = null, end = null, confidence = null, state = null } of input) {
    if (from < last || to < from || to > text.length) return undefined;
    if ((start === null) !== (end === null) || (start !== null && end !== null && end < start))
      return undefined;
    last = to;
    const isTimed = start !== null;
    sentences.push({ from, to, start, end, confidence, state: state ?? (isTimed ? 'anchor' : null) });
  }
  return sentences;
}

/** Returns the new values of a text without its code. @param isSameSound true when its earlier times are still valid */
export function valuesOfText(
  input: ContentTextItemInput,
  {
    before,
    isSameAudio,
    path,
    problems,
  }: {
    readonly before: TextItemRow | undefined;
    readonly isSameAudio: boolean;
    readonly path: string;
    readonly problems: Problems;
  },
): TextValues {
  const times = before && isSameAudio ? before : { ...noTimes };
  const text = input.text ?? before?.text ?? '';
  const starts_at = input.start === undefined ? times.starts_at : input.start;
  const ends_at = input.end === undefined ? times.ends_at : input.end;
  if (ends_at !== null && starts_at === null) problems.set(`${path}.start`, knownErrors.timeWithoutStart);
  if (starts_at !== null && ends_at !== null && ends_at < starts_at)
    problems.set(`${path}.end`, knownErrors.timesReversed);
  const isMoved = starts_at !== times.starts_at || ends_at !== times.ends_at;
  const isOtherText = text !== (before?.text ?? '');
  let sentences = isOtherText ? null : times.sentences;
  if (input.sentences) {
    const parsedSentences = sentencesOf(input.sentences, text);
    if (!parsedSentences) problems.set(`${path}.sentences`, knownErrors.sentencesWrong);
    const storedSentences = storeSentences(parsedSentences ?? []);
    // Unchanged sentences are not written again.
    sentences =
      JSON.stringify(parsedSentences ?? []) === JSON.stringify(readSentences(times.sentences))
        ? times.sentences
        : storedSentences;
  }
  const guessedState =
    starts_at === null ? (times.time_state === 'missing_in_audio' ? times.time_state : null) : 'anchor';
  const time_state = input.state === undefined ? (isMoved ? guessedState : times.time_state) : input.state;
  return {
    code: '',
    text,
    starts_at,
    ends_at,
    confidence: input.confidence === undefined ? (isMoved ? null : times.confidence) : input.confidence,
    time_state: starts_at === null && time_state !== 'missing_in_audio' ? null : time_state,
    sentences,
  };
}

interface Timed {
  readonly before: TextItemRow | undefined;
  readonly values: TextValues;
}

/**
 * Checks that the times of texts ascend. Aligned times are removed when a text was moved away from its time; times set by a user are
 * rejected.
 */
export function inOrderOfTime<Text extends Timed>(
  texts: readonly Text[],
  path: string,
  problems: Problems,
): Text[] {
  let last = 0;
  return texts.map((text, index) => {
    const { starts_at, time_state } = text.values;
    if (starts_at === null) return text;
    if (starts_at >= last - TOLERANCE) {
      last = starts_at;
      return text;
    }
    if (time_state === 'anchor' && text.before?.starts_at !== starts_at) {
      problems.set(`${path}.${index}.start`, knownErrors.timesOutOfOrder);
      return text;
    }
    return { ...text, values: { ...text.values, ...noTimes } };
  });
}
