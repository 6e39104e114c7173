import { startLater } from './choose-start.ts';
import { withDifferences } from './features.ts';
import {
  type LetterModels,
  type LetterSums,
  addFrames,
  createLetterSums,
  learnLetters,
} from './letter-models.ts';
import type { PathResult } from './read-path.ts';
import {
  type Attempt,
  type Round,
  farCoarse,
  laterCoarse,
  laterFine,
  nearCoarse,
  nearFine,
  search,
  sumsOf,
} from './search-letters.ts';

/*
 * The search of all chapters, in steps. Each step searches all chapters with models that were learned from the last one. Groups of chapters
 * can be searched in several threads: sums are added by group, so the result does not depend on the number of threads.
 */

/** Rounds with one model per letter, and with one model per letter and neighbour. */
const COARSE_ROUNDS = 4;
const FINE_ROUNDS = 2;
/** Ten minutes. */
const GROUP_FRAMES = 30_000;

export type SearchStep =
  | { readonly kind: 'sums' }
  /** Searches the chapters: short ones in the far round, long ones in the near round. */
  | {
      readonly kind: 'search';
      readonly far: Round;
      readonly near: Round;
      readonly isFinal: boolean;
      readonly models: LetterModels;
    }
  /** Searches chapters again whose beginning is not in the text. */
  | { readonly kind: 'restart'; readonly models: LetterModels }
  | { readonly kind: 'results' };

/** The result of a step for a group. */
export interface StepResult {
  /** Sums of the frames of the group, with the present labels. */
  readonly sums?: LetterSums;
  /** True when a restart changed a chapter. */
  readonly isChanged?: boolean;
  /** By chapter. */
  readonly results?: readonly (PathResult | undefined)[];
}

/** Runs the steps of some groups. Returns their results, by group. */
export type RunStep = (step: SearchStep, progress: (fraction: number) => void) => StepResult[];

/** Returns consecutive chapters in groups of at least ten minutes, independent of the number of threads. */
export function groupAttempts(attempts: readonly Attempt[]): (readonly Attempt[])[] {
  const groups: Attempt[][] = [];
  let frames = Infinity;
  for (const attempt of attempts) {
    if (frames >= GROUP_FRAMES) {
      groups.push([]);
      frames = 0;
    }
    groups.at(-1)?.push(attempt);
    frames += attempt.chapter.features.frames;
  }
  return groups;
}

function createGroup(initialAttempts: readonly Attempt[], classes: number) {
  let attempts = initialAttempts;

  function searchAll(
    { far, near, isFinal, models }: Extract<SearchStep, { kind: 'search' }>,
    progress: (fraction: number) => void,
  ): StepResult {
    const sums = createLetterSums(classes);
    attempts = attempts.map((attempt, index) => {
      const report = (share: number) => progress((index + share) / attempts.length);
      const isLong = attempt.graph.states > farCoarse.band;
      // Steps are copied to threads, so rounds are compared by value.
      if (attempt.isStable && !far.isFine && (!isLong || near.band === nearCoarse.band)) {
        addFrames(sums, withDifferences(attempt.chapter.features), attempt.labels);
        report(1);
        return attempt;
      }
      const round = isLong || attempt.isStable ? near : far;
      return search(attempt, { round, isFinal, models, sums, progress: report });
    });
    return { sums };
  }

  return (step: SearchStep, progress: (fraction: number) => void): StepResult => {
    if (step.kind === 'search') return searchAll(step, progress);
    if (step.kind === 'sums') return { sums: sumsOf(attempts, classes) };
    if (step.kind === 'results') return { results: attempts.map(({ result }) => result) };
    const restartedAttempts = attempts.map((attempt) => startLater(attempt, step.models));
    const isChanged = restartedAttempts.some((attempt, index) => attempt !== attempts[index]);
    attempts = restartedAttempts;
    return { isChanged };
  };
}

/** Searches groups of chapters one after another. @param classes number of classes */
export function createGroups(groups: readonly (readonly Attempt[])[], classes: number): RunStep {
  const runs = groups.map((attempts) => createGroup(attempts, classes));
  return (step, progress) =>
    runs.map((run, index) => run(step, (share) => progress((index + share) / runs.length)));
}

/** Returns a function that reports the progress of a step as progress of the search. */
export function createStepReport(progress: (fraction: number) => void) {
  let rounds = -1;
  return ({ kind }: SearchStep) => {
    if (kind === 'search') rounds += 1;
    return (share: number): void => {
      if (kind === 'search') progress((rounds + share) / (COARSE_ROUNDS + FINE_ROUNDS));
    };
  };
}

/** Returns the sums of all groups. */
function addSums(results: readonly StepResult[], classes: number): LetterSums {
  const total = createLetterSums(classes);
  for (const { sums } of results)
    for (const name of ['counts', 'values', 'squares'] as const)
      sums?.[name].forEach((value, index) => (total[name][index] = total[name][index]! + value));
  return total;
}

/** Yields the steps of a search, receives the results of all groups, and returns the results by chapter. @param parents by class */
export function* searchSteps(
  parents: Uint8Array,
): Generator<SearchStep, (PathResult | undefined)[], readonly StepResult[]> {
  const classes = parents.length;
  let sums = addSums(yield { kind: 'sums' }, classes);
  function* pass(
    far: Round,
    near: Round,
    isFinal = false,
  ): Generator<SearchStep, void, readonly StepResult[]> {
    sums = addSums(
      yield { kind: 'search', far, near, isFinal, models: learnLetters(sums, parents) },
      classes,
    );
  }
  yield* pass(farCoarse, nearCoarse);
  const restartResults: readonly StepResult[] = yield {
    kind: 'restart',
    models: learnLetters(sums, parents),
  };
  if (restartResults.some(({ isChanged }) => isChanged)) sums = addSums(yield { kind: 'sums' }, classes);
  yield* pass(farCoarse, nearCoarse);
  for (let round = 2; round < COARSE_ROUNDS; round += 1)
    yield* pass(laterCoarse, round === COARSE_ROUNDS - 1 ? farCoarse : nearCoarse);
  for (let round = 1; round <= FINE_ROUNDS; round += 1)
    yield* pass(laterFine, nearFine, round === FINE_ROUNDS);
  return (yield { kind: 'results' }).flatMap(({ results = [] }) => results);
}
