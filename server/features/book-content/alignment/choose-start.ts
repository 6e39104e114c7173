import { DIMENSIONS, FRAMES_A_SECOND, withDifferences } from './features.ts';
import { findPath } from './find-path.ts';
import type { LetterGraph } from './letter-graph.ts';
import { type LetterModels, createLetterScorer } from './letter-models.ts';
import { boundsOf, silentFramesOf } from './path-bounds.ts';
import { meanLag, readPath } from './read-path.ts';
import {
  type Attempt,
  type StartOption,
  type LetterChapter,
  LOST_TEXT,
  begin,
  farCoarse,
  learnFrom,
  nearCoarse,
  nearFine,
  search,
  wide,
} from './search-letters.ts';
import { lostWeightOf } from './speaking-rate.ts';

/* A short chapter may begin with speech that is not in its text. Its start is chosen among several. */

/** Rounds with one model per letter, and rounds after which one of several starts is chosen; most are discarded after the first round. */
const COARSE_ROUNDS = 2;
const TRIAL_ROUNDS = 3;
/** Seconds after the latest start that are searched to choose the start. */
const HEAD_SECONDS = 40;

/** Returns the best start of a chapter that is the only one: the search alone has too little data to detect it. */
export function chooseStartOption(
  chapter: LetterChapter,
  graph: LetterGraph,
  progress: (fraction: number) => void,
): Attempt {
  const { startOptions } = chapter;
  const most = Math.max(...startOptions.map(({ bias }) => bias));
  const steps = startOptions.length + 3 * (TRIAL_ROUNDS - 1);
  let step = 0;
  const searchOn = (attempt: Attempt, from: number, to: number): Attempt => {
    let last = attempt;
    for (let round = from; round < to; round += 1) {
      last = search(last, {
        round: round < COARSE_ROUNDS ? nearCoarse : nearFine,
        isFinal: false,
        models: learnFrom(last),
        isCompared: true,
        progress: () => undefined,
      });
      step += 1;
      progress(step / steps);
    }
    return last;
  };
  const rank = (attempts: readonly Attempt[]): Attempt[] => attempts.toSorted((a, b) => b.fit - a.fit);
  const first = rank(startOptions.map((startOption) => searchOn(begin(chapter, graph, startOption), 0, 1)));
  const bestFirst = first.filter(
    ({ startOption: { from, bias } }, index) => index === 0 || from === 0 || bias === most,
  );
  return rank(bestFirst.map((attempt) => searchOn(attempt, 1, TRIAL_ROUNDS)))[0]!;
}

/** Returns the mean score of the beginning of a chapter with a start. @param head number of frames that are searched */
function scoreOfStart(
  { chapter, graph }: Attempt,
  startOption: StartOption,
  { models, head }: { readonly models: LetterModels; readonly head: number },
): number {
  const { sentences, silences } = chapter;
  const bytes = chapter.features.bytes.subarray(0, (head * DIMENSIONS) / 2);
  const features = withDifferences({ frames: head, bytes });
  const scorer = createLetterScorer(features, {
    models,
    parents: graph.parents,
    silentFrames: silentFramesOf(silences, head),
    isFine: false,
  });
  const { from, times: firstTimes } = startOption;
  const bounds = boundsOf(graph, { sentences, times: firstTimes, frames: head, from, ...wide });
  const path = findPath(graph, { scorer, bounds, isOpen: true, progress: () => undefined });
  const { times } = readPath(graph, { scorer, path, sentences: sentences.length, isFinal: false });
  const lastSentence = graph.sentenceByState[path.at(-1)!]!;
  const searchedSentences = sentences.slice(0, lastSentence);
  const whole = searchedSentences.reduce((sum, { weight }) => sum + weight, 1);
  const fit = meanLag(graph, { scorer, path });
  return fit + startOption.bias - (LOST_TEXT * lostWeightOf(searchedSentences, times)) / whole;
}

/** Searches a short chapter from a later start when its beginning is not in the text. */
export function startLater(attempt: Attempt, models: LetterModels): Attempt {
  const { chapter, graph } = attempt;
  const { startOptions } = chapter;
  if (startOptions.length < 2) return attempt;
  const latest = Math.max(...startOptions.map(({ from }) => from));
  const head = Math.min(chapter.features.frames, Math.round((latest + HEAD_SECONDS) * FRAMES_A_SECOND));
  const [best] = startOptions
    .map((startOption) => ({ startOption, score: scoreOfStart(attempt, startOption, { models, head }) }))
    .toSorted((a, b) => b.score - a.score);
  if (!best || best.startOption === attempt.startOption) return attempt;
  return search(begin(chapter, graph, best.startOption), {
    round: farCoarse,
    isFinal: false,
    models,
    progress: () => undefined,
  });
}
