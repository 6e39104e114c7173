import { expect, test } from 'vitest';
import { type ChapterInput, alignBook, alignBookInThreads, searchesOf } from './align-book.ts';
import { alignByLetters, emptyAlignment } from './align-letters.ts';
import { createFeatureReader } from '#server/features/audio/analysis/acoustic-features';
import {
  DIMENSIONS,
  FRAMES_A_SECOND,
  createFeatureBytes,
  normaliseFeatures,
  withDifferences,
} from './features.ts';
import { type Span, alignByPauses, runsBetween } from './pauses.ts';
import { type Sentence, splitSentences, weightOf } from './sentences.ts';

/** Aligns the only chapter of a book. */
function alignChapter(
  sentences: readonly Sentence[],
  { audio, language }: { readonly audio: ChapterInput['audio']; readonly language: string },
) {
  const [chapter] = alignBook([{ sentences, audio }], { language });
  if (!chapter) throw new Error('No chapter.');
  return chapter;
}

test('returns the position of each sentence, and none for text that cannot be spoken', () => {
  const sentences = splitSentences(
    [{ text: '  “Come in,” she said. He did!  ' }, { text: '* * *' }, { text: '12' }],
    'en',
  );
  expect(sentences.map(({ item, text, from, to, isLast }) => [item, text, from, to, isLast])).toEqual([
    [0, '“Come in,” she said.', 2, 22, false],
    [0, 'He did!', 23, 30, true],
    [2, '12', 0, 2, true],
  ]);
  expect(weightOf('12')).toBeGreaterThan(weightOf('ab'));
});

const texts = Array.from({ length: 12 }, (_, index) => ({
  text: `${'Lorem ipsum dolor '.repeat(1 + (index % 5))}ends.`,
}));

/** Returns speech with the duration of the sentences, and a pause after each. @param left sentences that are not spoken */
function speechFor(sentences: readonly { weight: number }[], left: ReadonlySet<number>) {
  const spans: (Span | undefined)[] = [];
  const silences: Span[] = [];
  let time = 0.5;
  silences.push([0, time]);
  for (const [index, { weight }] of sentences.entries()) {
    if (left.has(index)) {
      spans.push(undefined);
      continue;
    }
    const end = time + weight * 0.06;
    spans.push([time, end]);
    silences.push([end, end + 0.8]);
    time = end + 0.8;
  }
  return { spans, silences, seconds: time };
}

const close = (spans: readonly (Span | undefined)[]) =>
  spans.map((span) => span?.map((time) => Math.round(time * 10) / 10));

test('finds each sentence by pauses and durations', () => {
  const sentences = splitSentences(texts, 'en');
  const { spans, silences, seconds } = speechFor(sentences, new Set());
  expect(close(alignByPauses(sentences, runsBetween(silences, 0, seconds)))).toEqual(close(spans));
});

test('skips a sentence that is not spoken', () => {
  const sentences = splitSentences(texts, 'en');
  const { spans, silences, seconds } = speechFor(sentences, new Set([4]));
  const sentenceSpans = alignByPauses(sentences, runsBetween(silences, 0, seconds));
  expect(close(sentenceSpans)).toEqual(close(spans));
  expect(alignByPauses(sentences, [])).toEqual(sentences.map(() => undefined));
});

const RATE = 11_025;
/** Returns a separate chord for each letter. @param pitch of the voice */
function sing(text: string, pitch = 1): Float32Array {
  const tones = [...text.toLowerCase()].map((letter) => {
    const number = letter.charCodeAt(0) - 96;
    const length = Math.round(RATE * 0.08);
    return Float32Array.from({ length }, (_, index) => {
      if (number < 1 || number > 26) return 0.0005 * Math.sin(index * 12.9898 + Math.cos(index));
      const seconds = index / RATE;
      return (
        0.2 * Math.sin(2 * Math.PI * pitch * (200 + 120 * number) * seconds) +
        0.1 * Math.sin(2 * Math.PI * pitch * (3_600 - 90 * number) * seconds)
      );
    });
  });
  const whole = new Float32Array(tones.reduce((sum, tone) => sum + tone.length, 0));
  let offset = 0;
  for (const tone of tones) {
    whole.set(tone, offset);
    offset += tone.length;
  }
  return whole;
}

const words = [
  'banana',
  'cabbage',
  'feed',
  'gimlet',
  'hidden',
  'kettle',
  'lamp',
  'needle',
  'apple',
  'bead',
  'magic',
  'field',
];
const sungLines = Array.from({ length: 24 }, (_, index) => {
  const pickedWords = Array.from(
    { length: 2 + (index % 4) },
    (_word, position) => words[(index * 5 + position * 7) % words.length] ?? '',
  );
  return `${pickedWords.join(' ')}.`;
});

/**
 * Returns audio of all texts but those in `left`, with a pause after each, and their times.
 * @param misread replacements for some texts
 * @param pause seconds
 * @param pitches of the voices, which read the texts in turn
 */
function perform(
  left: ReadonlySet<number>,
  firstLines: readonly string[] = [],
  {
    misread = new Map(),
    pause = 0.64,
    pitches = [1],
  }: { misread?: ReadonlyMap<number, string>; pause?: number; pitches?: readonly number[] } = {},
) {
  const reader = createFeatureReader(RATE);
  const spans: (Span | undefined)[] = [];
  const silences: Span[] = [];
  let position = 0;
  const push = (samples: Float32Array) => {
    // In several pieces, as a decoder returns it.
    for (let start = 0; start < samples.length; start += 1_000)
      reader.push(samples.subarray(start, start + 1_000));
    position += samples.length;
  };
  const rest = (seconds: number) => {
    const from = position / RATE;
    push(sing(' '.repeat(Math.round(seconds / 0.08))));
    silences.push([from, position / RATE]);
  };
  rest(0.8);
  for (const [index, phrase] of firstLines.entries()) {
    push(sing(phrase));
    rest(index < firstLines.length - 1 ? 0.64 : 1.6);
  }
  for (const [index, text] of sungLines.entries()) {
    if (left.has(index)) {
      spans.push(undefined);
      continue;
    }
    const from = position / RATE;
    push(sing(misread.get(index) ?? text.replace('.', ''), pitches[index % pitches.length]));
    spans.push([from, position / RATE]);
    if (pause > 0) rest(pause);
  }
  return { spans, silences, seconds: position / RATE, features: normaliseFeatures(reader.end()) };
}

test('returns features for the whole audio, whatever the size of its pieces', () => {
  const { features, seconds } = perform(new Set());
  expect(Math.abs(features.frames - seconds * FRAMES_A_SECOND)).toBeLessThan(3);
  const { values } = withDifferences(features);
  expect(values.length).toBe(features.frames * DIMENSIONS);
  expect(values.every(Number.isFinite)).toBe(true);
});

test('learns letters from the audio, finds every sentence, and reports those that are missing in it', () => {
  const left = new Set([5, 6, 7, 8, 9, 10, 15]);
  const { spans, ...audio } = perform(left);
  const sentences = splitSentences(
    sungLines.map((text) => ({ text })),
    'en',
  );
  const { sentences: sentenceSpans } = alignChapter(sentences, { audio, language: 'en' });
  for (const [index, span] of spans.entries()) {
    const own = sentenceSpans[index];
    if (!span) expect(own?.span, sungLines[index]).toBeUndefined();
    else expect(Math.abs((own?.span?.[0] ?? -9) - span[0]), sungLines[index]).toBeLessThan(0.3);
  }
  expect(sentenceSpans.filter(({ confidence }) => confidence < 0 || confidence > 1)).toEqual([]);
});

test('finds the sentences of several voices without doubt', () => {
  const { spans, ...audio } = perform(new Set(), [], { pitches: [1, 1.05, 0.95] });
  const sentences = splitSentences(
    sungLines.map((text) => ({ text })),
    'en',
  );
  const { sentences: sentenceSpans } = alignChapter(sentences, { audio, language: 'en' });
  for (const [index, span] of spans.entries())
    expect(
      Math.abs((sentenceSpans[index]?.span?.[0] ?? -9) - (span?.[0] ?? 0)),
      sungLines[index],
    ).toBeLessThan(0.3);
  expect(sentenceSpans.filter(({ isUncertain }) => isUncertain)).toEqual([]);
});

test('searches again with times in proportion to the lengths when most sentences are not found', () => {
  const { spans, ...audio } = perform(new Set());
  const sentences = splitSentences(
    sungLines.map((text) => ({ text })),
    'en',
  );
  const find = (chapters: Parameters<typeof alignByLetters>[0]) =>
    alignByLetters(chapters, { language: 'en', progress: () => undefined });
  const searches = searchesOf([{ sentences, audio }]);
  const first = searches.next();
  if (first.done) throw new Error('No search.');
  expect(close(first.value[0]?.startOptions[0].times ?? [])).toEqual(close(spans));
  const second = searches.next(first.value.map(emptyAlignment));
  if (second.done) throw new Error('No second search.');
  expect(close(second.value[0]?.startOptions[0].times ?? [])).not.toEqual(close(spans));
  const end = searches.next(find(second.value));
  if (!end.done) throw new Error('A third search.');
  for (const [index, { span }] of end.value[0]?.sentences.entries() ?? [])
    expect(Math.abs((span?.[0] ?? -9) - (spans[index]?.[0] ?? 0)), sungLines[index]).toBeLessThan(0.3);

  const others = searchesOf([{ sentences, audio }]);
  others.next();
  expect(others.next(find(first.value)).done).toBe(true);
});

test('marks only sentences that differ from the audio as low confidence', () => {
  const backwards = [...(sungLines[10] ?? '').replace('.', '')].toReversed().join('');
  const misread = new Map([[10, backwards]]);
  const { sentences: spans } = alignChapter(
    splitSentences(
      sungLines.map((text) => ({ text })),
      'en',
    ),
    { audio: perform(new Set(), [], { misread }), language: 'en' },
  );
  const uncertain = spans.flatMap(({ isUncertain }, index) => (isUncertain ? [index] : []));
  expect(uncertain).toEqual([10]);
  const sure = spans.filter((_, index) => index !== 10).map(({ confidence }) => confidence);
  expect(spans[10]?.confidence).toBeLessThan(Math.min(...sure));
});

test('marks every sentence as low confidence when there is too little audio to learn letters', () => {
  const few = sungLines.slice(0, 4);
  const omittedLines = new Set(Array.from(sungLines.keys()).slice(few.length));
  const { sentences: spans } = alignChapter(
    splitSentences(
      few.map((text) => ({ text })),
      'en',
    ),
    { audio: perform(omittedLines), language: 'en' },
  );
  expect(spans.filter(({ isUncertain }) => !isUncertain)).toEqual([]);
});

test('learns letters from all chapters, and finds the sentences of a chapter with little audio', () => {
  const toSentences = (lines: readonly string[]) =>
    splitSentences(
      lines.map((text) => ({ text })),
      'en',
    );
  const few = sungLines.slice(0, 4);
  const omittedLines = new Set(Array.from(sungLines.keys()).slice(few.length));
  const { spans, ...audio } = perform(omittedLines, [], { pause: 0 });
  const [, short] = alignBook(
    [
      { sentences: toSentences(sungLines), audio: perform(new Set()) },
      { sentences: toSentences(few), audio },
    ],
    { language: 'en' },
  );
  for (const [index, line] of few.entries()) {
    const { span, isUncertain } = short?.sentences[index] ?? {};
    expect(Math.abs((span?.[0] ?? -9) - (spans[index]?.[0] ?? 0)), line).toBeLessThan(0.3);
    expect(isUncertain, line).toBe(false);
  }
});

test('assigns no sentence to an opening that is missing in the text of a short chapter', () => {
  const firstLines = ['orchid rust jackal pony', 'quartz violin oxen wolf', 'sultan urn jury prow cross'];
  const { spans, ...audio } = perform(new Set(), [...firstLines, ...firstLines.toReversed(), ...firstLines]);
  const sentences = splitSentences(
    sungLines.map((text) => ({ text })),
    'en',
  );
  const { sentences: sentenceSpans, foreign } = alignChapter(sentences, { audio, language: 'en' });
  const wrong = spans.flatMap((span, index) =>
    span && Math.abs((sentenceSpans[index]?.span?.[0] ?? -9) - span[0]) < 0.5 ? [] : [sungLines[index]],
  );
  expect(wrong).toEqual([]);
  const openingSeconds = (spans[0]?.[0] ?? 0) - (audio.silences[0]?.[1] ?? 0);
  const foreignSeconds = foreign.reduce((sum, [start, end]) => sum + end - start, 0);
  // The pause between the opening and the text belongs to neither.
  expect(Math.abs(foreignSeconds - (openingSeconds - 1.6))).toBeLessThan(1);
});

test('preserves anchors, and aligns the other sentences between them', () => {
  const { spans, ...audio } = perform(new Set());
  const anchoredLines = sungLines.map((text, index) => ({
    text,
    anchor: index === 10 ? spans[10] : undefined,
  }));
  const { sentences: sentenceSpans } = alignChapter(splitSentences(anchoredLines, 'en'), {
    audio,
    language: 'en',
  });
  expect(sentenceSpans[10]).toEqual({ span: spans[10], confidence: 1, isUncertain: false });
  for (const [index, { span }] of sentenceSpans.entries()) {
    if (index < 10) expect(span?.[1] ?? 0).toBeLessThanOrEqual((spans[10]?.[0] ?? 0) + 0.1);
    if (index > 10 && span) expect(span[0]).toBeGreaterThanOrEqual((spans[10]?.[1] ?? 0) - 0.1);
  }
});

test('returns the same times of the chapters of a book in several threads', {
  timeout: 120_000,
}, async () => {
  const sentences = splitSentences(
    sungLines.map((text) => ({ text })),
    'en',
  );
  // Chapters of ten minutes are searched in different threads.
  const frames = 600 * FRAMES_A_SECOND;
  const chapters = [new Set([3]), new Set([8, 9]), new Set<number>()].map((left): ChapterInput => {
    const { silences, seconds, features } = perform(left);
    const bytes = createFeatureBytes(frames);
    bytes.set(features.bytes);
    const audio = {
      features: { frames, bytes },
      silences: [...silences, [seconds, 600] as const],
      seconds: 600,
    };
    return { sentences, audio };
  });
  const alignedChapters = await alignBookInThreads(chapters, { language: 'en', threads: 2 });
  expect(alignedChapters).toEqual(alignBook(chapters, { language: 'en' }));
  expect(alignedChapters.map((chapter) => chapter.sentences.filter(({ span }) => span).length)).toEqual([
    23, 22, 24,
  ]);
});
