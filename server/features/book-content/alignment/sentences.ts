import { segmentSentences } from '#contract/book-content/segment-sentences';

/** A sentence to find in audio. */
export interface Sentence {
  /** The index of its text in the chapter. */
  readonly item: number;
  /** Position in its text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Spoken length: about 1 per letter. */
  readonly weight: number;
  /** True for the last sentence of its text. */
  readonly isLast: boolean;
  /** Seconds, set by a user. The alignment does not change them. */
  readonly anchor?: readonly [start: number, end: number] | undefined;
}

const weights: readonly (readonly [RegExp, number])[] = [
  [/\p{L}/u, 1],
  [/\p{N}/u, 3.5],
  [/[,;:—–]/, 1.5],
  [/ /, 0.3],
  [/[%&@+=°]/, 5],
];
const MIN_WEIGHT = 2;

/** Returns the approximate spoken length of a text. */
export function weightOf(text: string): number {
  let sum = 0;
  for (const character of text) sum += weights.find(([kind]) => kind.test(character))?.[1] ?? 0;
  return Math.max(sum, MIN_WEIGHT);
}

/** Returns the sentences of texts in order. Sentences without letters and digits are skipped. */
export function splitSentences(
  texts: readonly { readonly text: string; readonly anchor?: Sentence['anchor'] }[],
  language: string,
): Sentence[] {
  return texts.flatMap(({ text, anchor }, item) => {
    // A text with an anchor is not split.
    const segments = anchor ? [{ segment: text, index: 0 }] : segmentSentences(text, language);
    const spokenSegments = segments.flatMap(({ segment, index }) => {
      const inner = segment.trim();
      if (!/[\p{L}\p{N}]/u.test(inner)) return [];
      const from = index + segment.indexOf(inner);
      return [{ from, to: from + inner.length, text: inner }];
    });
    return spokenSegments.map(
      (segment, index): Sentence => ({
        ...segment,
        item,
        weight: weightOf(segment.text),
        isLast: index === spokenSegments.length - 1,
        ...(anchor && { anchor }),
      }),
    );
  });
}
