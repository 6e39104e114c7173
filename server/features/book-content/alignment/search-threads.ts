import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { serverModule } from '#server/core/server-module';
import type { PathResult } from './read-path.ts';
import {
  type SearchStep,
  type StepResult,
  createGroups,
  createStepReport,
  groupAttempts,
  searchSteps,
} from './search-groups.ts';
import type { Attempt } from './search-letters.ts';

/* Searches the chapters of a book in several threads. The features of the audio are in shared memory. */

const MAX_THREADS = 4;
/** Seconds of audio from which starting threads takes less time than it saves. */
const LEAST_SECONDS = 1_800;

export interface SearchThreadData {
  readonly groups: readonly (readonly Attempt[])[];
  readonly classes: number;
}

const worker = serverModule('features/book-content/alignment/search-worker');

/** Returns the number of threads for audio of this duration. */
export const threadsFor = (seconds: number): number =>
  seconds < LEAST_SECONDS ? 1 : Math.min(MAX_THREADS, availableParallelism());

/** The states of the narrowest search are at most this many. */
const MAX_WEIGHED_STATES = 700;

const workOf = (group: readonly Attempt[]): number =>
  group.reduce(
    (sum, { chapter, graph }) => sum + chapter.features.frames * Math.min(graph.states, MAX_WEIGHED_STATES),
    0,
  );

/** Distributes groups over threads: the longest first, each to the thread with the least work. @returns the indexes of groups by thread */
function distribute(groups: readonly (readonly Attempt[])[], threads: number): number[][] {
  const shares = Array.from({ length: Math.min(threads, groups.length) }, () => ({
    work: 0,
    indexes: [] as number[],
  }));
  const works = groups.map(workOf);
  for (const [index, work] of [...works.entries()].toSorted((a, b) => b[1] - a[1])) {
    const [least] = shares.toSorted((a, b) => a.work - b.work);
    if (!least) continue;
    least.work += work;
    least.indexes.push(index);
  }
  return shares.map(({ indexes }) => indexes);
}

/** Starts a thread. It runs one step at a time. */
function startThread(workerData: SearchThreadData) {
  const thread = new Worker(worker, { workerData });
  let settle: { resolve(reply: StepResult[]): void; reject(error: unknown): void } | undefined;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    settle?.reject(error);
  };
  thread.on('message', (reply: StepResult[]) => settle?.resolve(reply));
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('A thread of the alignment ended.')));
  return {
    run: (step: SearchStep) =>
      new Promise<StepResult[]>((resolve, reject) => {
        settle = { resolve, reject };
        if (failure === undefined) thread.postMessage(step);
        else reject(failure);
      }),
    stop: () => thread.terminate(),
  };
}

/** Searches all chapters. This thread searches a share of them too. @returns the results by chapter */
export async function searchInThreads(
  attempts: readonly Attempt[],
  {
    parents,
    progress,
    threads,
  }: {
    readonly parents: Uint8Array;
    readonly progress: (fraction: number) => void;
    readonly threads: number;
  },
): Promise<(PathResult | undefined)[]> {
  const classes = parents.length;
  const groups = groupAttempts(attempts);
  const shares = distribute(groups, threads);
  const [own, ...others] = shares.map((indexes) => indexes.map((index) => groups[index]!));
  const run = createGroups(own ?? [], classes);
  const startedThreads = others.map((share) => startThread({ groups: share, classes }));
  const report = createStepReport(progress);
  const runAll = async (step: SearchStep): Promise<StepResult[]> => {
    const otherResults = Promise.all(startedThreads.map((thread) => thread.run(step)));
    otherResults.catch(() => undefined);
    const results = [run(step, report(step)), ...(await otherResults)].flat();
    const order = shares.flat();
    return groups.map((_, index) => results[order.indexOf(index)]!);
  };
  try {
    const steps = searchSteps(parents);
    let step = steps.next();
    while (!step.done) step = steps.next(await runAll(step.value));
    return step.value;
  } finally {
    await Promise.all(startedThreads.map((thread) => thread.stop()));
  }
}
