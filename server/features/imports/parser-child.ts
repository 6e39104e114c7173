import type { WarningKind } from '#contract/imports/import-limits';
import { type InspectedSource, inspect } from './inspect-file.ts';
import type { Source } from '#server/core/media/source';

/*
 * Entry point of the process that `inspectInWorker` starts. It parses one file after the other. It opens no file and requests all bytes
 * from its parent. It ends with its parent, and when it exceeds its memory limit. A slow file delays no other work.
 */

/** A result in which the error of a skipped file is plain data. */
export type InspectedSourceData =
  | Exclude<InspectedSource, { kind: 'unread' }>
  | (Omit<Extract<InspectedSource, { kind: 'unread' }>, 'problem'> & {
      readonly problem: { readonly kind: WarningKind; readonly message: string };
    });

export type ToReader =
  | {
      readonly type: 'look';
      readonly path: string;
      readonly size: number;
      readonly memoryBytes: number;
    }
  | { readonly type: 'prepare' }
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'no-bytes'; readonly id: number };

export type FromReader =
  | { readonly type: 'want'; readonly id: number; readonly position: number; readonly length: number }
  | { readonly type: 'looked'; readonly found: InspectedSourceData }
  | { readonly type: 'broken'; readonly isSource: boolean };

const MEMORY_EVERY_MS = 250;

class ReadError extends Error {}

const pendingReads = new Map<number, PromiseWithResolvers<Buffer>>();
let requestId = 0;
let memoryBytes = Number.POSITIVE_INFINITY;

const send = (message: FromReader) => void process.send?.(message);

const sourceOfParent = (size: number): Source => ({
  size,
  read(position, length) {
    const id = (requestId += 1);
    const response = Promise.withResolvers<Buffer>();
    pendingReads.set(id, response);
    send({ type: 'want', id, position, length });
    return response.promise;
  },
});

const toData = (result: InspectedSource): InspectedSourceData =>
  result.kind === 'unread'
    ? { ...result, problem: { kind: result.problem.kind, message: result.problem.message } }
    : result;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(1);
}, MEMORY_EVERY_MS).unref();
process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToReader) => {
  if (message.type === 'look') {
    ({ memoryBytes } = message);
    inspect(message.path, sourceOfParent(message.size)).then(
      (result) => send({ type: 'looked', found: toData(result) }),
      (error: unknown) => send({ type: 'broken', isSource: error instanceof ReadError }),
    );
    return;
  }
  // Loads the parsers that most files need ahead of the first file.
  if (message.type === 'prepare') {
    void Promise.all([import('./parsers/audio.ts'), import('./parsers/epub.ts')]);
    return;
  }
  const response = pendingReads.get(message.id);
  pendingReads.delete(message.id);
  if (message.type === 'bytes') response?.resolve(Buffer.from(message.bytes));
  else response?.reject(new ReadError());
});
