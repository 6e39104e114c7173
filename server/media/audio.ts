import { Worker } from 'node:worker_threads';
import { invalid, unsupportedMedia } from '#server/errors';
import type { AudioExtension } from './audio-type.ts';
import type { Inspection } from './audio-worker.ts';
import { createQueue } from './queue.ts';

const TIME_LIMIT_MS = 20_000;
/** An idle thread costs memory; starting one costs less than a tenth of a second. */
const KEEP_IDLE_MS = 5_000;
const HEAP_MIB = 128;

/** The same file, as source under the tests and as JavaScript in the build. */
const workerFile = new URL(
  `./audio-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

const oneAtATime = createQueue(1, 64);
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;

function takeWorker(): Worker {
  if (!idle) return new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } });
  const { worker, timer } = idle;
  clearTimeout(timer);
  idle = undefined;
  worker.removeAllListeners();
  worker.ref();
  return worker;
}

function keepWorker(worker: Worker): void {
  const timer = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, KEEP_IDLE_MS);
  timer.unref();
  worker.unref();
  const forget = () => {
    clearTimeout(timer);
    if (idle?.worker === worker) idle = undefined;
  };
  worker.once('error', forget).once('exit', forget);
  idle = { worker, timer };
}

/** A worker that fails, dies or takes too long has met a damaged file; the next file gets a fresh one. */
function inspect(path: string): Promise<Inspection> {
  const worker = takeWorker();
  return new Promise((resolve) => {
    const finish = (inspection: Inspection, isHealthy: boolean) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      if (isHealthy) keepWorker(worker);
      else void worker.on('error', () => undefined).terminate();
      resolve(inspection);
    };
    const giveUp = () => finish({ outcome: 'unreadable' }, false);
    const timer = setTimeout(giveUp, TIME_LIMIT_MS);
    worker.once('message', (inspection: Inspection) => finish(inspection, true));
    worker.once('error', giveUp).once('exit', giveUp);
    worker.postMessage(path);
  });
}

/**
 * What an audio file is, by its content, and how long it plays. Runs on another thread under a time limit.
 * @throws AppError 415 for what is not MP3, M4A, M4B, OGG, Opus, FLAC or WAV (films included), 422 for a damaged file
 */
export async function inspectAudio(path: string): Promise<{ extension: AudioExtension; seconds: number }> {
  const inspection = await oneAtATime(() => inspect(path));
  if (inspection.outcome === 'audio') return { extension: inspection.extension, seconds: inspection.seconds };
  if (inspection.outcome === 'unreadable') {
    throw invalid({}, 'The audio file is damaged and could not be read.');
  }
  throw unsupportedMedia('The audio file must be an MP3, M4A, M4B, OGG, Opus, FLAC or WAV file.');
}
