import { parentPort, workerData } from 'node:worker_threads';
import { type SearchStep, createGroups } from './search-groups.ts';
import type { SearchThreadData } from './search-threads.ts';

/* A thread that searches a share of the chapters of a book. */

const { groups, classes } = workerData as SearchThreadData;
const run = createGroups(groups, classes);

parentPort?.on('message', (step: SearchStep) => parentPort?.postMessage(run(step, () => undefined)));
