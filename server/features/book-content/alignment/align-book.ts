import { type ModelOptions, alignByModel } from './align-by-model.ts';
import { alignByLetters, alignByLettersInThreads } from './align-letters.ts';
import { MAX_ADVANTAGE } from './alternatives.ts';
import { type Confidence, confidencesOf } from './confidence.ts';
import type { StoredFeatures } from './features.ts';
import type { ModelScores } from './model-scores.ts';
import { findNonSpeech, mergeSpans } from './non-speech.ts';
import { type Span, alignByPauses, runsBetween } from './pauses.ts';
import type { StartOption, LetterAlignment, LetterChapter } from './search-letters.ts';
import { startAfterPauses } from './sentence-pauses.ts';
import type { Sentence } from './sentences.ts';
import { threadsFor } from './search-threads.ts';
import { medianOf } from './speaking-rate.ts';

/** Seconds. */
const SNAP = 0.25;
/** Below this share of sentences found by pauses, the speech has too few pauses. */
const LEAST_FOUND = 0.7;
/** With this share of low-confidence or missing sentences, the pauses are not those between sentences. */
const FAILED = 0.5;
const SHORT = 240;
const LONG_PAUSE = 0.35;
const PAUSE_BIAS = 0.05;
const MAX_OPENING = 60;
const BEGINNINGS = 5;
export interface AlignedSentence extends Confidence {
  /** Seconds from the start of the given audio; undefined when the sentence was not found. */
  readonly span: Span | undefined;
}

export interface AlignedChapter {
  readonly sentences: readonly AlignedSentence[];
  /** Speech that is missing in the text. */
  readonly foreign: readonly Span[];
}

/** Returns times in proportion to the lengths of the sentences, for speech without pauses. */
function spreadEvenly(sentences: readonly Sentence[], runs: readonly Span[]): Span[] {
  const speechSeconds = runs.reduce((sum, [start, end]) => sum + end - start, 0);
  const whole = sentences.reduce((sum, { weight }) => sum + weight, 0);
  let run = 0;
  let before = 0;
  const timeOf = (position: number): number => {
    for (; run < runs.length - 1; run += 1) {
      const [start, end] = runs[run]!;
      if (before + end - start >= position) break;
      before += end - start;
    }
    return (runs[run]?.[0] ?? 0) + position - before;
  };
  let weight = 0;
  return sentences.map((sentence) => {
    const start = timeOf((weight / whole) * speechSeconds);
    weight += sentence.weight;
    return [start, timeOf((weight / whole) * speechSeconds)];
  });
}

interface Narration {
  readonly sentences: readonly Sentence[];
  readonly silences: readonly Span[];
  readonly seconds: number;
}

/** Runs the first stage separately between each two anchors. */
function roughTimes({ sentences, silences, seconds }: Narration, usesPauses: boolean): (Span | undefined)[] {
  const times: (Span | undefined)[] = [];
  let from = 0;
  let first = 0;
  const close = (start: number, to: number) => {
    const section = sentences.slice(first, start);
    const runs = runsBetween(silences, from, to);
    const pauseTimes = usesPauses ? alignByPauses(section, runs) : [];
    const isFound = usesPauses && pauseTimes.filter(Boolean).length >= LEAST_FOUND * section.length;
    times.push(...(isFound ? pauseTimes : spreadEvenly(section, runs)));
  };
  for (const [index, { anchor }] of sentences.entries()) {
    if (!anchor) continue;
    close(index, anchor[0]);
    times.push(anchor);
    [, from] = anchor;
    first = index + 1;
  }
  close(sentences.length, seconds);
  return times;
}

/**
 * Returns later starts of the text, one after each of the longest pauses. A spoken title or name at the beginning may be missing in the
 * text. In a short chapter the search has too little data to detect this. The pause after it is longer than most others.
 */
function laterStartOptions({ sentences, silences, seconds }: Narration, usesPauses: boolean): StartOption[] {
  if (seconds > SHORT) return [];
  const anchorStart = sentences.find(({ anchor }) => anchor)?.anchor?.[0] ?? Infinity;
  const last = Math.min(MAX_OPENING, seconds / 2, anchorStart);
  const longSilences = silences.filter(([start, end]) => end - start >= LONG_PAUSE);
  const usualPause = Math.max(LONG_PAUSE, medianOf(longSilences.map(([start, end]) => end - start)));
  return longSilences
    .filter(([start, end]) => start > 1 && end < last)
    .toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, BEGINNINGS)
    .map(([start, end]) => {
      const from = end - 0.1;
      const later = [[0, end] as const, ...silences.filter((silence) => silence[1] > end)];
      return {
        from,
        times: roughTimes({ sentences, silences: later, seconds }, usesPauses),
        bias: PAUSE_BIAS * Math.log((end - start) / usualPause),
      };
    });
}

/** Moves start and end to the edge of the nearest silence. */
function snapToSilence(span: Span, silences: readonly Span[]): Span {
  const nearest = (time: number, edge: 0 | 1): number => {
    let best = time;
    let distance = SNAP;
    for (const silence of silences) {
      const off = Math.abs(silence[edge] - time);
      if (off < distance) {
        distance = off;
        best = silence[edge];
      }
      if (silence[0] > time + 1) break;
    }
    return best;
  };
  const start = nearest(span[0], 1);
  const end = nearest(span[1], 0);
  return end > start ? [start, end] : span;
}

/** A chapter to align. */
export interface ChapterInput {
  readonly sentences: readonly Sentence[];
  readonly audio: {
    readonly features: StoredFeatures;
    readonly silences: readonly Span[];
    readonly seconds: number;
  };
}

interface AlignOptions {
  readonly language: string;
  readonly progress?: ((fraction: number) => void) | undefined;
}

function toAligned({ sentences, audio: { silences } }: ChapterInput, fine: LetterAlignment): AlignedChapter {
  const edges = fine.times.map((span) => span && snapToSilence(span, silences));
  const spans = startAfterPauses(edges, silences);
  const isMoved = (index: number): boolean => spans[index] !== edges[index];
  const alignment = {
    ...fine,
    times: fine.times.map((span, index) => (isMoved(index) ? spans[index] : span)),
    // The alternatives were those of the start before it was moved.
    advantages: (fine.advantages ?? []).map((own, index) => (isMoved(index) ? MAX_ADVANTAGE : own)),
  };
  const starts = spans.map((span) => span?.[0]);
  const confidences = confidencesOf(sentences, alignment, { silences, starts });
  const alignedSentences = sentences.map(({ anchor }, index): AlignedSentence => {
    if (anchor) return { span: anchor, confidence: 1, isUncertain: false };
    const { confidence = 0, isUncertain = true } = confidences[index] ?? {};
    return { span: spans[index], confidence, isUncertain };
  });
  return { sentences: withoutOverlaps(alignedSentences), foreign: fine.foreign };
}

/** @param usesPauses false for times in proportion to the lengths of the sentences */
function toLetterChapter({ sentences, audio }: ChapterInput, usesPauses = true): LetterChapter {
  const { features, silences: pauses, seconds } = audio;
  const silences = mergeSpans(pauses, findNonSpeech(features));
  const times = roughTimes({ sentences, silences, seconds }, usesPauses);
  const later = laterStartOptions({ sentences, silences: pauses, seconds }, usesPauses);
  return { sentences, features, silences, startOptions: [{ from: 0, times, bias: 0 }, ...later] };
}

/** Returns the share of low-confidence and missing sentences. */
function uncertainShareOf(chapters: readonly AlignedChapter[]): number {
  const sentences = chapters.flatMap((chapter) => chapter.sentences);
  const uncertain = sentences.filter(({ span, isUncertain }) => !span || isUncertain);
  return uncertain.length / Math.max(1, sentences.length);
}

/**
 * Yields chapters to search, receives their alignments, and returns the result. In speech without pauses between sentences, the first
 * stage may find pauses inside them, and the letters learned from it are wrong. Then the search is repeated with another start.
 */
export function* searchesOf(
  chapters: readonly ChapterInput[],
): Generator<LetterChapter[], AlignedChapter[], readonly LetterAlignment[]> {
  const toAlignedChapters = (alignments: readonly LetterAlignment[]) =>
    chapters.map((chapter, index) => toAligned(chapter, alignments[index]!));
  const first = toAlignedChapters(yield chapters.map((chapter) => toLetterChapter(chapter)));
  if (uncertainShareOf(first) < FAILED) return first;
  const second = toAlignedChapters(yield chapters.map((chapter) => toLetterChapter(chapter, false)));
  return uncertainShareOf(second) < uncertainShareOf(first) ? second : first;
}

/**
 * Aligns the sentences of the chapters of a book with their audio: first by pauses and durations, then by letters, which are learned from
 * all chapters. All seconds count from the start of the audio of a chapter. Sentences with low confidence are marked; others can be wrong
 * too.
 */
export function alignBook(
  chapters: readonly ChapterInput[],
  { language, progress = () => undefined }: AlignOptions,
): AlignedChapter[] {
  const searches = searchesOf(chapters);
  let next = searches.next();
  while (!next.done) next = searches.next(alignByLetters(next.value, { language, progress }));
  return next.value;
}

/** Does the same in several threads, with the same result. @param options `threads`: default by the number of cores and the length */
export async function alignBookInThreads(
  chapters: readonly ChapterInput[],
  {
    language,
    progress = () => undefined,
    threads = threadsFor(chapters.reduce((sum, { audio }) => sum + audio.seconds, 0)),
  }: AlignOptions & { readonly threads?: number },
): Promise<AlignedChapter[]> {
  const searches = searchesOf(chapters);
  let next = searches.next();
  while (!next.done)
    next = searches.next(await alignByLettersInThreads(next.value, { language, progress, threads }));
  return next.value;
}

/** Aligns the sentences of the chapters of a book by the scores of a model, with the same first stage and confidence. */
export function alignBookByModel(
  chapters: readonly (ChapterInput & { readonly scores: ModelScores })[],
  { progress = () => undefined, ...options }: AlignOptions & ModelOptions,
): AlignedChapter[] {
  return chapters.map((chapter, index) => {
    const letterChapter = { ...toLetterChapter(chapter), scores: chapter.scores };
    const report = (share: number) => progress((index + share) / chapters.length);
    return toAligned(chapter, alignByModel(letterChapter, options, report));
  });
}

/** Ends each sentence before the next one starts, also after edges were moved. */
function withoutOverlaps(sentences: readonly AlignedSentence[]): AlignedSentence[] {
  let limit = Infinity;
  return sentences
    .toReversed()
    .map((sentence) => {
      const { span } = sentence;
      if (!span) return sentence;
      const end = Math.min(span[1], Math.max(span[0], limit));
      [limit] = span;
      return end === span[1] ? sentence : { ...sentence, span: [span[0], end] as const };
    })
    .toReversed();
}
