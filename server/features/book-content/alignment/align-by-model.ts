import { emptyAlignment } from './align-letters.ts';
import { findPath } from './find-path.ts';
import { NUMBER } from './letter-classes.ts';
import {
  type LetterGraph,
  STAY_IN_GAP,
  STAY_IN_LETTER,
  STAY_IN_NUMBER,
  createGraphBuilder,
} from './letter-graph.ts';
import { BLANK, createModelScorer } from './model-scorer.ts';
import type { ModelScores } from './model-scores.ts';
import { boundsOf, silentFramesOf } from './path-bounds.ts';
import { readPath } from './read-path.ts';
import type { LetterAlignment, LetterChapter } from './search-letters.ts';
import { medianOf } from './speaking-rate.ts';
import { FIRST_TOKEN, type Vocabulary, wordsOf } from './vocabulary.ts';

/*
 * The second stage with a model instead of learned letters. The search is the same: sentences can be skipped, and other speech can precede
 * them. The second round knows how well the model fits this voice and recording.
 */

/** The states of a chapter that is searched as a whole. A model has about twice as many states as there are letters. */
const BAND = 8_000;
const BEAMS = [300, 150];
/** Speech that is missing in the text, by its distance from the best tokens: in the first round, and above the usual distance of the text. */
const FOREIGN_LESS = 2.5;
const FOREIGN_ABOVE_USUAL = 1.1;

/** A chapter with its scores. */
export interface ModelChapter extends LetterChapter {
  readonly scores: ModelScores;
}

export interface ModelOptions {
  readonly vocabulary: Vocabulary;
  readonly language: string;
}

/** Returns the tokens of the sentences as a chain of states. The blank token can follow each of them. */
function createModelGraph(
  { sentences, scores }: ModelChapter,
  { vocabulary, language }: ModelOptions,
): LetterGraph {
  const builder = createGraphBuilder(sentences.length);
  for (const { text } of sentences) {
    builder.openSentence();
    const classes = wordsOf(text, language).flatMap((word) => vocabulary.classesOf(word));
    // A sentence of signs alone is any speech.
    for (const audio of classes.length > 0 ? classes : [NUMBER]) {
      builder.addGap(STAY_IN_GAP, BLANK);
      builder.addLetter(audio, audio === NUMBER ? STAY_IN_NUMBER : STAY_IN_LETTER);
    }
  }
  return builder.end(Uint8Array.from({ length: FIRST_TOKEN + scores.tokens }, (_, audio) => audio));
}

/** Finds the sentences of a chapter by the scores of a model. */
export function alignByModel(
  chapter: ModelChapter,
  options: ModelOptions,
  progress: (fraction: number) => void,
): LetterAlignment {
  const { sentences, scores, silences, startOptions } = chapter;
  const { frames } = scores;
  if (frames === 0 || sentences.length === 0) return emptyAlignment(chapter);
  const graph = createModelGraph(chapter, options);
  const silentFrames = silentFramesOf(silences, frames);
  let foreignLess = FOREIGN_LESS;
  let alignment: LetterAlignment = { ...emptyAlignment(chapter), times: startOptions[0].times };
  for (const [round, beam] of BEAMS.entries()) {
    const scorer = createModelScorer(scores, { vocabulary: options.vocabulary, silentFrames, foreignLess });
    const { times } = alignment;
    const bounds = boundsOf(graph, { sentences, times, frames, from: 0, band: BAND, beam });
    const report = (share: number) => progress((round + share) / BEAMS.length);
    const path = findPath(graph, { scorer, bounds, progress: report });
    alignment = readPath(graph, { scorer, path, sentences: sentences.length, isFinal: true });
    const usual = -medianOf(alignment.lags.filter((_, index) => alignment.times[index]));
    foreignLess = usual + FOREIGN_ABOVE_USUAL;
  }
  return alignment;
}
