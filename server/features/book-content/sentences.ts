import type { BookContentSentence } from '#contract/book-content/book-content';

type Stored = readonly [
  from: number,
  to: number,
  start: number | null,
  end: number | null,
  confidence: number | null,
  state: BookContentSentence['state'],
];

/** Returns sentences in their stored form. Each is a list instead of an object, which halves the size. */
export function storeSentences(sentences: readonly BookContentSentence[]): string | null {
  if (sentences.length === 0) return null;
  return JSON.stringify(
    sentences.map(
      ({ from, to, start, end, confidence, state }): Stored => [from, to, start, end, confidence, state],
    ),
  );
}

export function readSentences(json: string | null): BookContentSentence[] {
  if (json === null) return [];
  return (JSON.parse(json) as Stored[]).map(([from, to, start, end, confidence, state]) => ({
    from,
    to,
    start,
    end,
    confidence,
    state,
  }));
}
