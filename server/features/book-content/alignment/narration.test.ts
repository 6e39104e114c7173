import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ChapterInput, alignBook } from './align-book.ts';
import { DIMENSIONS } from './features.ts';
import type { Span } from './pauses.ts';
import { type Sentence, splitSentences } from './sentences.ts';

/** Aligns the only chapter of a book. */
function alignChapter(
  sentences: readonly Sentence[],
  { audio, language }: { readonly audio: ChapterInput['audio']; readonly language: string },
) {
  const [chapter] = alignBook([{ sentences, audio }], { language });
  if (!chapter) throw new Error('No chapter.');
  return chapter;
}

/** The beginning of a synthetic narration with known times: `bench/align.ts --store`. */
interface Stored {
  readonly language: string;
  readonly seconds: number;
  readonly texts: readonly string[];
  readonly silences: readonly Span[];
  readonly truth: readonly (Span | null)[];
  readonly features: string;
}

function narration() {
  const file = new URL('../../../testing/fixtures/narration.json', import.meta.url);
  const storedNarration = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  const bytes = new Int8Array(gunzipSync(Buffer.from(storedNarration.features, 'base64')));
  return { ...storedNarration, features: { frames: (bytes.length * 2) / DIMENSIONS, bytes } };
}

const sentencesOf = (texts: readonly string[], language: string) =>
  splitSentences(
    texts.map((text) => ({ text })),
    language,
  );

test('finds sentences after an opening, numbers and skipped text in a narration', {
  timeout: 120_000,
}, () => {
  const { texts, truth, language, ...audio } = narration();
  const sentences = sentencesOf(texts, language);
  const { sentences: spans } = alignChapter(sentences, { audio, language });
  const wrong = truth.flatMap((span, index) => {
    const own = spans[index]?.span;
    const isRight = span ? own && Math.abs(own[0] - span[0]) < 0.5 : !own;
    return isRight ? [] : [`${index}: ${sentences[index]?.text}`];
  });
  expect(truth.filter((span) => !span)).toHaveLength(2);
  expect(wrong).toEqual([]);
});

test('marks every sentence of a text that is not read as low confidence', { timeout: 120_000 }, () => {
  const { texts, language, ...audio } = narration();
  const backwards = texts.map((text) => [...text].toReversed().join(''));
  const { sentences: spans } = alignChapter(sentencesOf(backwards, language), { audio, language });
  expect(spans.filter(({ isUncertain }) => !isUncertain)).toEqual([]);
});
