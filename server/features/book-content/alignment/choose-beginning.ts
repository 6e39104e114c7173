import { DIMENSIONS, FRAMES_A_SECOND, withDifferences } from './features.ts';
import { findPath } from './find-path.ts';
import type { LetterGraph } from './letter-graph.ts';
import {
  type LetterModels,
  addFrames,
  createLetterScorer,
  createLetterSums,
  learnLetters,
} from './letter-models.ts';
import { boundsOf } from './path-bounds.ts';
import { meanFit, readPath } from './read-path.ts';
import {
  type Attempt,
  type Beginning,
  type LetterChapter,
  LOST_TEXT,
  OPENING_STATES,
  begin,
  type Round,
  farCoarse,
  nearCoarse,
  nearFine,
  search,
  wide,
} from './search-letters.ts';

/* A short chapter may begin with speech that is not in its text. Its start is chosen among several. */

/** Rounds with one model per letter, and rounds after which one of several starts is chosen; most are discarded after the first round. */
const COARSE_ROUNDS = 2;
const TRIAL_ROUNDS = 3;
const trialFine: Round = { ...nearFine, band: 400 };
/** Seconds after the latest start that are searched to choose the start. */
const HEAD_SECONDS = 40;

const learnAlone = ({ chapter, graph, labels }: Attempt): LetterModels => {
  const sums = createLetterSums(graph.parents.length);
  addFrames(sums, withDifferences(chapter.features), labels);
  return learnLetters(sums, graph.parents);
};

/** Returns the best start of a chapter that is the only one: the search alone has too little data to detect it. */
export function chooseBeginning(
  chapter: LetterChapter,
  graph: LetterGraph,
  progress: (fraction: number) => void,
): Attempt {
  const { beginnings } = chapter;
  const most = Math.max(...beginnings.map(({ bias }) => bias));
  const steps = beginnings.length + 3 * (TRIAL_ROUNDS - 1);
  let step = 0;
  const searchOn = (attempt: Attempt, from: number, to: number): Attempt => {
    let last = attempt;
    for (let round = from; round < to; round += 1) {
      const models = learnAlone(last);
      last = search(last, {
        round: round < COARSE_ROUNDS ? nearCoarse : trialFine,
        isFinal: false,
        models,
        isCompared: true,
        progress: () => undefined,
      });
      step += 1;
      progress(step / steps);
    }
    return last;
  };
  const rank = (attempts: readonly Attempt[]): Attempt[] => attempts.toSorted((a, b) => b.fit - a.fit);
  const first = rank(beginnings.map((beginning) => searchOn(begin(chapter, graph, beginning), 0, 1)));
  const kept = first.filter(
    ({ beginning: { from, bias } }, index) => index === 0 || from === 0 || bias === most,
  );
  return rank(kept.map((attempt) => searchOn(attempt, 1, TRIAL_ROUNDS)))[0]!;
}

/** Returns the mean score of the beginning of a chapter with a start. @param head number of frames that are searched */
function scoreOfStart(
  { chapter, graph }: Attempt,
  beginning: Beginning,
  { models, head }: { readonly models: LetterModels; readonly head: number },
): number {
  const { sentences } = chapter;
  const bytes = chapter.features.bytes.subarray(0, (head * DIMENSIONS) / 2);
  const features = withDifferences({ frames: head, bytes });
  const scorer = createLetterScorer(features, { models, parents: graph.parents, isFine: false });
  const bounds = boundsOf(graph, { sentences, times: beginning.times, frames: head, ...wide });
  const from = Math.round(beginning.from * FRAMES_A_SECOND);
  bounds.high.fill(OPENING_STATES - 1, 0, from);
  const path = findPath(graph, { scorer, bounds, isOpen: true, progress: () => undefined });
  const { times } = readPath(graph, { scorer, path, sentences: sentences.length, isFinal: false });
  const reached = graph.sentenceByState[path.at(-1)!]!;
  let whole = 1;
  let lost = 0;
  for (const [index, { weight }] of sentences.slice(0, reached).entries()) {
    whole += weight;
    if (!times[index]) lost += weight;
  }
  return meanFit(graph, { scorer, path, first: from }) + beginning.bias - (LOST_TEXT * lost) / whole;
}

/** Searches a short chapter from a later start when its beginning is not in the text. */
export function startLater(attempt: Attempt, models: LetterModels): Attempt {
  const { chapter, graph } = attempt;
  const { beginnings } = chapter;
  if (beginnings.length < 2) return attempt;
  const latest = Math.max(...beginnings.map(({ from }) => from));
  const head = Math.min(chapter.features.frames, Math.round((latest + HEAD_SECONDS) * FRAMES_A_SECOND));
  const [best] = beginnings
    .map((beginning) => ({ beginning, score: scoreOfStart(attempt, beginning, { models, head }) }))
    .toSorted((a, b) => b.score - a.score);
  if (!best || best.beginning === attempt.beginning) return attempt;
  return search(begin(chapter, graph, best.beginning), {
    round: farCoarse,
    isFinal: false,
    models,
    progress: () => undefined,
  });
}
