import type { ChildProcess } from 'node:child_process';
import { type ChildLimits, forkChild } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import type { UnreadFile } from './proposal/read-file.ts';
import type { InspectedSource } from './inspect-file.ts';
import { ParseError, beyondLimit, unreadable } from './parsers/parse-error.ts';
import type { FromReader, InspectedSourceData, ToReader } from './parser-child.ts';
import type { Source } from '#server/core/media/source';
import { serverModule } from '#server/core/server-module';

/** Milliseconds for one file, and MiB. The largest accepted EPUB needs a tenth of either. */
export const readerLimits = { time: 30_000, heap: 512, memory: 768 } as const;
type ReaderLimits = Pick<ChildLimits, 'time' | 'heap' | 'memory'>;

/** The next file often follows at once. */
const KEEP_IDLE_MS = 5_000;
const MEBIBYTE = 1024 * 1024;
/** A priority between that of the server and that of background work. */
const NICE = 5;

const reader = serverModule('features/imports/parser-child');
const idle = createIdleChildren(KEEP_IDLE_MS);
let busy = 0;

const takeChild = (limits: ReaderLimits): ChildProcess =>
  idle.take() ??
  forkChild(reader, {
    heap: limits.heap,
    memory: limits.memory,
    nice: NICE,
    serialization: 'advanced',
    sandbox: {},
  });

/** Starts a parser process ahead of a file, unless one is running. */
export function prepareReader(): void {
  if (busy > 0) return;
  const child = takeChild(readerLimits);
  child.send({ type: 'prepare' } satisfies ToReader, () => undefined);
  idle.add(child);
}

const fromData = (data: InspectedSourceData): InspectedSource =>
  data.kind === 'unread'
    ? { ...data, problem: new ParseError(data.problem.kind, data.problem.message) }
    : data;

/**
 * Parses a file in a separate process with limits of time and memory. A file that exceeds a limit or crashes the parser is skipped with a
 * message.
 * @throws errors of the source; the signal's reason when it was aborted
 */
export function inspectInWorker(
  path: string,
  {
    source,
    signal,
    limits = readerLimits,
  }: { readonly source: Source; readonly signal: AbortSignal; readonly limits?: ReaderLimits | undefined },
): Promise<InspectedSource> {
  const asUnread = (problem: ParseError): UnreadFile => ({
    path,
    size: source.size,
    kind: 'unread',
    as: 'other',
    problem,
  });
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const child = takeChild(limits);
    busy += 1;
    let sourceError: unknown;
    let isSettled = false;
    const settle = (act: () => void, isHealthy = false) => {
      if (isSettled) return;
      isSettled = true;
      busy -= 1;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (isHealthy) idle.add(child);
      else child.kill('SIGKILL');
      act();
    };
    const leave = (problem: ParseError, isHealthy = false) =>
      settle(() => resolve(asUnread(problem)), isHealthy);
    const stop = () => settle(() => reject(signal.reason as Error));
    const timer = setTimeout(
      () => leave(beyondLimit('Reading this file timed out. It was skipped.')),
      limits.time,
    );
    const send = (message: ToReader) => {
      // The `exit` event reports a process that has just ended.
      if (child.connected) child.send(message, () => undefined);
    };

    signal.addEventListener('abort', stop, { once: true });
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', () => leave(beyondLimit('Reading this file needed too much memory. It was skipped.')));
    child.on('message', (message: FromReader) => {
      if (message.type === 'want') {
        const { id, position, length } = message;
        source.read(position, length).then(
          (bytes) => send({ type: 'bytes', id, bytes }),
          (error: unknown) => {
            sourceError = error;
            send({ type: 'no-bytes', id });
          },
        );
      } else if (message.type === 'looked') {
        const { found } = message;
        settle(() => resolve(fromData(found)), true);
      } else if (message.isSource)
        settle(() => reject(sourceError ?? new Error(`The bytes of ${path} could not be read.`)), true);
      else leave(unreadable('The file is damaged and couldn’t be read.'), true);
    });
    send({
      type: 'look',
      path,
      size: source.size,
      memoryBytes: limits.memory * MEBIBYTE,
    });
  });
}
