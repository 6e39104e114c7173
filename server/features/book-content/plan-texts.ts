import type { BookContentSentence, SentTextItem } from '#contract/book-content/book-content';
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
  sent: NonNullable<SentTextItem['sentences']>,
  text: string,
): BookContentSentence[] | undefined {
  let last = 0;
  const read: BookContentSentence[] = [];
  for (const { from, to, start = null, end = null, confidence = null, state = null } of sent) {
    if (from < last || to < from || to > text.length) return undefined;
    if ((start === null) !== (end === null) || (start !== null && end !== null && end < start))
      return undefined;
    last = to;
    const isTimed = start !== null;
    read.push({ from, to, start, end, confidence, state: state ?? (isTimed ? 'anchor' : null) });
  }
  return read;
}

/** Returns the new values of a text without its code. @param isSameSound true when its earlier times are still valid */
export function valuesOfText(
  sent: SentTextItem,
  before: TextItemRow | undefined,
  isSameAudio: boolean,
  path: string,
  problems: Problems,
): TextValues {
  const kept = before && isSameAudio ? before : { ...noTimes };
  const text = sent.text ?? before?.text ?? '';
  const starts_at = sent.start === undefined ? kept.starts_at : sent.start;
  const ends_at = sent.end === undefined ? kept.ends_at : sent.end;
  if (ends_at !== null && starts_at === null) problems.set(`${path}.start`, knownErrors.timeWithoutStart);
  if (starts_at !== null && ends_at !== null && ends_at < starts_at)
    problems.set(`${path}.end`, knownErrors.timesReversed);
  const isMoved = starts_at !== kept.starts_at || ends_at !== kept.ends_at;
  const isOtherText = text !== (before?.text ?? '');
  let sentences = isOtherText ? null : kept.sentences;
  if (sent.sentences) {
    const read = sentencesOf(sent.sentences, text);
    if (!read) problems.set(`${path}.sentences`, knownErrors.sentencesWrong);
    const stored = storeSentences(read ?? []);
    // Unchanged sentences are not written again.
    sentences =
      JSON.stringify(read ?? []) === JSON.stringify(readSentences(kept.sentences)) ? kept.sentences : stored;
  }
  const guessed = starts_at === null ? (kept.time_state === 'unspoken' ? kept.time_state : null) : 'anchor';
  const time_state = sent.state === undefined ? (isMoved ? guessed : kept.time_state) : sent.state;
  return {
    code: '',
    text,
    starts_at,
    ends_at,
    confidence: sent.confidence === undefined ? (isMoved ? null : kept.confidence) : sent.confidence,
    time_state: starts_at === null && time_state !== 'unspoken' ? null : time_state,
    sentences,
  };
}

interface Timed {
  readonly before: TextItemRow | undefined;
  readonly values: TextValues;
}

/**
 * Texts follow one another in time. What a machine found is forgotten where a text was moved away from its time; what was set by
 * hand is refused.
 */
export function inOrderOfTime<Text extends Timed>(
  texts: readonly Text[],
  path: string,
  problems: Problems,
): Text[] {
  let last = 0;
  return texts.map((text, at) => {
    const { starts_at, time_state } = text.values;
    if (starts_at === null) return text;
    if (starts_at >= last - TOLERANCE) {
      last = starts_at;
      return text;
    }
    if (time_state === 'anchor' && text.before?.starts_at !== starts_at) {
      problems.set(`${path}.${at}.start`, knownErrors.timesOutOfOrder);
      return text;
    }
    return { ...text, values: { ...text.values, ...noTimes } };
  });
}
