import {
  type Chapter,
  type BookContent,
  type Paragraph,
  type Span,
  toMilliseconds,
  withChapter,
} from './book-content.ts';
import { sentencesOf, withSentences } from './sentences.ts';

/** The minimum duration of a sentence in seconds. */
const MIN_SENTENCE = 0.05;

/** A sentence, identified by its paragraph and its index in it. */
export interface SentencePosition {
  readonly chapter: string;
  readonly paragraph: string;
  readonly index: number;
}

export const isSamePosition = (
  first: SentencePosition | undefined,
  second: SentencePosition | undefined,
): boolean => first?.paragraph === second?.paragraph && first?.index === second?.index;

const anchorOf = ({ start, end }: Span) => ({
  time: { start: toMilliseconds(start), end: toMilliseconds(end) },
  state: 'anchor' as const,
  confidence: undefined,
});

/** Sets times of sentences by hand. They are anchors, and alignments set only the times between them. */
export const setTimes = (
  bookContent: BookContent,
  {
    chapter,
    times,
    language,
  }: {
    readonly chapter: string;
    readonly times: readonly { readonly position: SentencePosition; readonly time: Span | undefined }[];
    readonly language: string;
  },
): BookContent =>
  withChapter(bookContent, chapter, (source) => {
    const byParagraph = Map.groupBy(times, ({ position }) => position.paragraph);
    const paragraphs = source.paragraphs.map((paragraph): Paragraph => {
      const own = byParagraph.get(paragraph.key);
      if (!own) return paragraph;
      const sentences = [...sentencesOf(paragraph, language)];
      for (const { position: location, time } of own) {
        const sentence = sentences[location.index];
        if (!sentence) continue;
        const sentenceTime = time
          ? anchorOf(time)
          : { time: undefined, state: undefined, confidence: undefined };
        sentences[location.index] = { ...sentence, ...sentenceTime };
      }
      return withSentences(paragraph, sentences);
    });
    return { ...source, paragraphs };
  });

export interface PositionedSentence {
  readonly position: SentencePosition;
  readonly text: string;
  readonly time: Span | undefined;
  readonly hasLowConfidence: boolean;
  readonly isMissingInAudio: boolean;
}

const placedSentences = new WeakMap<Chapter, PositionedSentence[]>();

/** Returns all sentences of a chapter in the order of the text. Cached by chapter. */
export function positionedSentences(chapter: Chapter, language: string): readonly PositionedSentence[] {
  const placedParagraphs = placedSentences.get(chapter);
  if (placedParagraphs) return placedParagraphs;
  const all = chapter.paragraphs.flatMap((paragraph) =>
    sentencesOf(paragraph, language).map(
      ({ from, to, time, state }, index): PositionedSentence => ({
        position: { chapter: chapter.key, paragraph: paragraph.key, index },
        text: paragraph.text.slice(from, to),
        time,
        hasLowConfidence: state === 'low_confidence',
        isMissingInAudio: state === 'missing_in_audio',
      }),
    ),
  );
  placedSentences.set(chapter, all);
  return all;
}

/** Returns the sentence that is read at a time of the chapter's file. */
export function sentenceAt(chapter: Chapter, time: number, language: string): PositionedSentence | undefined {
  const all = positionedSentences(chapter, language);
  return all.findLast((item) => item.time && time >= item.time.start && time < item.time.end);
}

/** Moves one edge of a sentence's time. The movement stops at neighbouring sentences and at the ends of the chapter's audio. */
export function moveSentenceEdge(
  bookContent: BookContent,
  {
    position,
    edge,
    to,
    language,
  }: {
    readonly position: SentencePosition;
    readonly edge: 'start' | 'end';
    readonly to: number;
    readonly language: string;
  },
): BookContent {
  const chapter = bookContent.chapters.find(({ key }) => key === position.chapter);
  if (!chapter?.audio || chapter.isLocked) return bookContent;
  const all = positionedSentences(chapter, language);
  const index = all.findIndex((positionedSentence) => isSamePosition(positionedSentence.position, position));
  const time = all[index]?.time;
  if (!time) return bookContent;
  const before = all.slice(0, index).findLast((item) => item.time)?.time?.end ?? chapter.audio.start;
  const after =
    all.slice(index + 1).find((positionedSentence) => positionedSentence.time)?.time?.start ??
    chapter.audio.end;
  const [low, high] =
    edge === 'start' ? [before, time.end - MIN_SENTENCE] : [time.start + MIN_SENTENCE, after];
  const next = toMilliseconds(Math.min(Math.max(to, low), high));
  if (high < low || Math.abs(next - time[edge]) < 0.0005) return bookContent;
  return setTimes(bookContent, {
    chapter: position.chapter,
    times: [{ position, time: { ...time, [edge]: next } }],
    language,
  });
}

/**
 * Handles one press while tapping along: the sentence starts, and the previous one ends if it was tapped too. Existing times before the
 * press are removed.
 */
export function tapSentence(
  bookContent: BookContent,
  {
    position,
    seconds,
    previous: { position: previous, end: previousEnd },
    language,
  }: {
    readonly position: SentencePosition;
    readonly seconds: number;
    readonly previous: { readonly position: SentencePosition | undefined; readonly end: number };
    readonly language: string;
  },
): BookContent {
  const chapter = bookContent.chapters.find(({ key }) => key === position.chapter);
  if (!chapter?.audio || chapter.isLocked) return bookContent;
  const all = positionedSentences(chapter, language);
  const index = all.findIndex((positionedSentence) => isSamePosition(positionedSentence.position, position));
  if (index < 0) return bookContent;
  const next = all
    .slice(index + 1)
    .find(
      (positionedSentence) =>
        positionedSentence.time && positionedSentence.time.start > seconds + MIN_SENTENCE,
    )?.time?.start;
  const end = Math.min(next ?? chapter.audio.end, chapter.audio.end);
  if (seconds < chapter.audio.start || end - seconds < MIN_SENTENCE) return bookContent;
  const own = all[index]?.time;
  const isEndValid = own !== undefined && own.end > seconds + MIN_SENTENCE && own.end <= end;
  const changes = [{ position, time: { start: seconds, end: isEndValid ? own.end : end } }];
  const before = all[index - 1];
  if (
    before?.time &&
    isSamePosition(before.position, previous) &&
    previousEnd - before.time.start >= MIN_SENTENCE
  )
    changes.unshift({
      position: before.position,
      time: { start: before.time.start, end: Math.min(previousEnd, seconds) },
    });
  const clearedTimes = all
    .slice(0, index)
    .filter(
      (positionedSentence) =>
        positionedSentence.time &&
        positionedSentence.time.end > seconds &&
        !isSamePosition(positionedSentence.position, previous),
    )
    .map((positionedSentence) => ({ position: positionedSentence.position, time: undefined }));
  return setTimes(bookContent, { chapter: position.chapter, times: [...clearedTimes, ...changes], language });
}
