import { alignBook } from '../alignment/align-book.ts';
import {
  DIMENSIONS,
  FRAMES_A_SECOND,
  type StoredFeatures,
  createFeatureBytes,
  withDifferences,
} from '../alignment/features.ts';
import { findPath } from '../alignment/find-path.ts';
import { FOREIGN, type LetterClasses, NUMBER, classifyLetters } from '../alignment/letter-classes.ts';
import { createLetterGraph, lettersOf } from '../alignment/letter-graph.ts';
import { type LetterModels, type LetterScorer, createLetterScorer } from '../alignment/letter-models.ts';
import { silentFramesOf } from '../alignment/path-bounds.ts';
import type { Span } from '../alignment/pauses.ts';
import { type PathResult, readPath } from '../alignment/read-path.ts';
import { begin, learnFrom, nearCoarse, nearFine, search } from '../alignment/search-letters.ts';
import type { Sentence } from '../alignment/sentences.ts';

/** The analysed audio of a file, or of a part of one. */
export interface NarrationAudio {
  readonly features: StoredFeatures;
  /** Seconds from the start of the features. */
  readonly silences: readonly Span[];
  readonly seconds: number;
}

/** The acoustic features of the letters of a narrator. */
export interface Narration {
  readonly language: string;
  readonly classes: LetterClasses;
  readonly models: LetterModels;
  /** Share of the speech that the text explains, where the letters were learned. */
  readonly explained: number;
}

/** Stored values of a frame. */
const VALUES_A_FRAME = DIMENSIONS / 2;
const ABOVE_NUMBER = 0.3;

/** Returns a part of the audio. @param from seconds */
export function sliceAudio({ features, silences }: NarrationAudio, from: number, to: number): NarrationAudio {
  const first = Math.max(0, Math.round(from * FRAMES_A_SECOND));
  const end = Math.max(first, Math.min(features.frames, Math.round(to * FRAMES_A_SECOND)));
  const offset = first / FRAMES_A_SECOND;
  return {
    features: {
      frames: end - first,
      bytes: features.bytes.subarray(first * VALUES_A_FRAME, end * VALUES_A_FRAME),
    },
    silences: silences.flatMap(([start, stop]): Span[] =>
      stop <= offset || start >= to ? [] : [[Math.max(0, start - offset), Math.min(to, stop) - offset]],
    ),
    seconds: (end - first) / FRAMES_A_SECOND,
  };
}

/** Returns the classes of the letters of a book. */
export const classesOfBook = (sentences: readonly Sentence[], language: string): LetterClasses =>
  classifyLetters(sentences.map((sentence) => lettersOf(sentence, language)));

/** Learns the letters from audio and its text. */
export function learnNarration(
  audio: NarrationAudio,
  sentences: readonly Sentence[],
  { classes, language }: Pick<Narration, 'classes' | 'language'>,
): Narration {
  const [aligned] = alignBook([{ sentences, audio }], { language });
  const times = (aligned?.sentences ?? []).map(({ span }) => span);
  const chapter = {
    sentences,
    features: audio.features,
    silences: audio.silences,
    startOptions: [{ from: 0, times, bias: 0 }] as const,
  };
  const options = { isFinal: true, progress: () => undefined };
  let attempt = begin(chapter, createLetterGraph(sentences, classes, language), chapter.startOptions[0]);
  for (const round of [nearCoarse, nearFine])
    attempt = search(attempt, { ...options, round, models: learnFrom(attempt) });
  return { language, classes, models: learnFrom(attempt), explained: attempt.result?.explained ?? 0 };
}

/**
 * Makes other speech more likely than in an alignment, because most of the audio is other speech here. Text would be found in any audio
 * otherwise.
 */
const strict = (scorer: LetterScorer): LetterScorer => ({
  ...scorer,
  moveTo(frame) {
    scorer.moveTo(frame);
    scorer.fits[FOREIGN] = Math.max(scorer.fits[FOREIGN]!, scorer.fits[NUMBER]! + ABOVE_NUMBER);
  },
});

/**
 * Finds sentences in audio that may contain other speech before, between and after them.
 * @returns seconds from the start of the audio, by sentence, and the other speech
 */
export function findSentences(
  audio: NarrationAudio,
  sentences: readonly Sentence[],
  { classes, language, models }: Narration,
): Pick<PathResult, 'times' | 'foreign'> {
  const graph = createLetterGraph(sentences, classes, language);
  const features = withDifferences(audio.features);
  const { frames } = features;
  const scorer = createLetterScorer(features, {
    models,
    parents: graph.parents,
    silentFrames: silentFramesOf(audio.silences, frames),
    isFine: true,
  });
  const path = findPath(graph, {
    scorer: strict(scorer),
    isOpen: true,
    bounds: {
      centre: new Float64Array(frames),
      low: new Int32Array(frames),
      high: new Int32Array(frames).fill(graph.states - 1),
      band: graph.states,
      beam: Infinity,
    },
    progress: () => undefined,
  });
  return readPath(graph, { scorer, path, sentences: sentences.length, isFinal: false });
}

/** Returns the audio of several files as one. */
export function joinAudio(files: readonly NarrationAudio[]): NarrationAudio {
  const [only] = files;
  if (files.length === 1 && only) return only;
  const bytes = createFeatureBytes(files.reduce((sum, { features }) => sum + features.frames, 0));
  const silences: Span[] = [];
  let frames = 0;
  for (const file of files) {
    const offset = frames / FRAMES_A_SECOND;
    bytes.set(file.features.bytes, frames * VALUES_A_FRAME);
    silences.push(...file.silences.map(([start, end]): Span => [start + offset, end + offset]));
    frames += file.features.frames;
  }
  return { features: { frames, bytes }, silences, seconds: frames / FRAMES_A_SECOND };
}
