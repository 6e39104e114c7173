import { Worker } from 'node:worker_threads';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { createLimiter } from '#server/core/limiter';
import type { AudioExtension } from '#contract/core/media-types';
import { audioNames } from './audio-types.ts';
import type { Inspection } from './audio-worker.ts';

const TIME_LIMIT_MS = 20_000;
/** An idle thread costs memory; starting one costs less than a tenth of a second. */
const KEEP_IDLE_MS = 5_000;
const HEAP_MIB = 128;

/** The same file, as source under the tests and as JavaScript in the build. */
const workerFile = new URL(
  `./audio-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

const oneAtATime = createLimiter(1, 64);

interface Inspector {
  /** A thread that failed, exited or took too long is not used any more. */
  ask(path: string): Promise<Inspection | 'failed' | 'late'>;
  stop(): void;
}

let idle: { inspector: Inspector; timer: NodeJS.Timeout } | undefined;

function startInspector(): Inspector {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } });
  let answer: (inspection: Inspection | 'failed' | 'late') => void = () => undefined;
  worker.on('message', (inspection: Inspection) => answer(inspection));
  worker.on('error', () => answer('failed')).on('exit', () => answer('failed'));
  return {
    ask(path) {
      worker.ref();
      return new Promise((resolve) => {
        const timer = setTimeout(() => answer('late'), TIME_LIMIT_MS);
        answer = (inspection) => {
          clearTimeout(timer);
          worker.unref();
          resolve(inspection);
        };
        worker.postMessage(path);
      });
    },
    stop: () => void worker.terminate(),
  };
}

function takeInspector(): Inspector {
  if (!idle) return startInspector();
  const { inspector, timer } = idle;
  clearTimeout(timer);
  idle = undefined;
  return inspector;
}

function keepInspector(inspector: Inspector): void {
  const timer = setTimeout(() => {
    idle = undefined;
    inspector.stop();
  }, KEEP_IDLE_MS);
  timer.unref();
  idle = { inspector, timer };
}

/** A thread that fails, dies or takes too long is let go, and the next file gets a fresh one. What it died of was a damaged file. */
async function inspect(path: string): Promise<Inspection> {
  const inspector = takeInspector();
  const inspection = await inspector.ask(path);
  if (inspection === 'failed' || inspection === 'late') inspector.stop();
  else keepInspector(inspector);
  if (inspection === 'late') throw appError(knownErrors.fileTooSlow);
  return inspection === 'failed' ? { outcome: 'unreadable' } : inspection;
}

/**
 * The type and duration of an audio file, by its content. Runs on another thread under a time limit.
 * @throws AppError 415 for what is none of `audioKinds` (films included), 422 for a damaged file, and for one that took too long
 */
export async function inspectAudio(path: string): Promise<{ extension: AudioExtension; seconds: number }> {
  const inspection = await oneAtATime(() => inspect(path));
  if (inspection.outcome === 'audio') return { extension: inspection.extension, seconds: inspection.seconds };
  if (inspection.outcome === 'unreadable') {
    throw appError(knownErrors.fileDamaged('audio file'));
  }
  throw appError(knownErrors.fileUnsupported('audio file', audioNames));
}
