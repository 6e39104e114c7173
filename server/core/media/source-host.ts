import type { ErrorCode } from '#contract/core/error-codes';
import { AppError } from '#server/core/errors';
import type { Source } from './source.ts';

/*
 * The process behind `openSourceChild`. It loads one module, which responds to requests about a file. It opens no file and requests all
 * bytes from its parent. It ends with its parent, and when it exceeds its memory limit.
 */

/** The exports of a module that responds to requests about a file in a child process. */
export interface SourceModule {
  open(source: Source, input: unknown): Promise<SourceResponder>;
}

export interface SourceResponder {
  /** The result of opening the file. */
  readonly opened: unknown;
  respond(question: unknown): Promise<unknown>;
}

export type ToHost =
  | { readonly type: 'open'; readonly size: number; readonly input: unknown; readonly memoryBytes: number }
  | { readonly type: 'ask'; readonly question: unknown }
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'no-bytes'; readonly id: number };

export type FromHost =
  | { readonly type: 'want'; readonly id: number; readonly position: number; readonly length: number }
  | { readonly type: 'result'; readonly value: unknown; readonly rss: number }
  | {
      readonly type: 'failed';
      readonly message: string;
      /** True if the parent could not read the bytes. */
      readonly isSource: boolean;
      /** The status of an AppError. */
      readonly status?: number;
      readonly code?: ErrorCode;
    };

const MEMORY_EVERY_MS = 250;

class NoBytes extends Error {}

const pendingReads = new Map<number, PromiseWithResolvers<Buffer>>();
let requestId = 0;
let maxBytes = Number.POSITIVE_INFINITY;
let responses: SourceResponder | undefined;

const send = (message: FromHost) => void process.send?.(message);

const sourceOfParent = (size: number): Source => ({
  size,
  read(position, length) {
    const id = (requestId += 1);
    const bytes = Promise.withResolvers<Buffer>();
    pendingReads.set(id, bytes);
    send({ type: 'want', id, position, length });
    return bytes.promise;
  },
});

const loadedModule = import(process.argv[2] ?? '') as Promise<SourceModule>;
loadedModule.catch(() => undefined);

async function open(size: number, input: unknown): Promise<unknown> {
  const module = await loadedModule;
  responses = await module.open(sourceOfParent(size), input);
  return responses.opened;
}

function sendEnd(work: Promise<unknown>): void {
  work.then(
    (value) => send({ type: 'result', value, rss: process.memoryUsage.rss() }),
    (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      const isSource = error instanceof NoBytes;
      const ofApp = error instanceof AppError && { status: error.status, code: error.code };
      send({ type: 'failed', message: text, isSource, ...ofApp });
    },
  );
}

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.exit(1);
}, MEMORY_EVERY_MS).unref();
process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToHost) => {
  if (message.type === 'open') {
    maxBytes = message.memoryBytes;
    responses = undefined;
    return sendEnd(open(message.size, message.input));
  }
  if (message.type === 'ask')
    return sendEnd(responses?.respond(message.question) ?? Promise.reject(new Error('Nothing is open.')));
  const bytes = pendingReads.get(message.id);
  pendingReads.delete(message.id);
  if (message.type === 'bytes') bytes?.resolve(Buffer.from(message.bytes));
  else bytes?.reject(new NoBytes());
});
