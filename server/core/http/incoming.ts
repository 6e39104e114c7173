import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { knownErrors } from '#contract/core/errors';
import { type AppError, appError } from '#server/core/errors';

/** The idle timeout while a body is read. */
export const IDLE_TIMEOUT_MS = 60_000;

/**
 * The limits for reading and discarding a body after an error, so that a client that sends everything before it reads receives the
 * response. Beyond `maxBytes` nothing is read, and the client has `lingerMs` to read the response: a connection that closes at once
 * may lose it.
 */
export const discardLimits = {
  maxBytes: 256 * 1024 * 1024,
  maxMs: 30_000,
  lingerMs: 1_000,
  maxAtOnce: 16,
  overloadedMs: 1_000,
} as const;

const ignore = () => undefined;

/**
 * Watches a body that is read. `broken` is called once if the client disconnects or sends nothing for `idleMs`.
 * @returns a function that ends the watch
 */
export function watchBody(
  raw: IncomingMessage,
  idleMs: number,
  onBroken: (error: AppError) => void,
): () => void {
  let previousBytes = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket;
    // Unread bytes mean that the server is the cause of the delay, not the client.
    const isWaiting = raw.isPaused() || raw.readableLength > 0;
    if (bytesRead === previousBytes && !isWaiting) stop(appError(knownErrors.uploadHalted));
    previousBytes = bytesRead;
  }, idleMs);
  const onClose = () => {
    if (!raw.readableEnded) stop(appError(knownErrors.uploadBroken));
  };
  function end(): void {
    clearInterval(timer);
    raw.off('close', onClose).off('error', onClose);
  }
  function stop(error: AppError): void {
    end();
    onBroken(error);
  }
  raw.on('close', onClose).on('error', onClose);
  return end;
}

/** Returns true if a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const discards = new WeakMap<IncomingMessage, Promise<void>>();
let discardsInProgress = 0;

/**
 * Reads and discards the rest of a rejected body, so the client receives the response and can reuse the connection. Resolves when the body
 * ends. A body that exceeds the limits closes the connection.
 */
export function discardBody(raw: IncomingMessage, idleMs = IDLE_TIMEOUT_MS): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return Promise.resolve();
  const inProgress = discards.get(raw);
  if (inProgress) return inProgress;
  const discard = new Promise<void>((resolve) => {
    let left: number = discardLimits.maxBytes;
    const settle = () => {
      clearTimeout(deadline);
      endWatch();
      raw.off('data', onData).off('end', settle);
      raw.socket.off('close', rejectBody);
      discardsInProgress -= 1;
      resolve();
    };
    const rejectBody = () => {
      settle();
      raw.destroy();
    };
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left >= 0) return;
      raw.off('data', onData).pause();
      clearTimeout(deadline);
      deadline = setTimeout(rejectBody, discardLimits.lingerMs);
    };
    discardsInProgress += 1;
    const isOverloaded = discardsInProgress > discardLimits.maxAtOnce;
    let deadline = setTimeout(rejectBody, isOverloaded ? discardLimits.overloadedMs : discardLimits.maxMs);
    const endWatch = watchBody(raw, idleMs, rejectBody);
    raw.on('error', ignore).on('data', onData).once('end', settle);
    // Node.js does not notify a finished request when its connection closes.
    raw.socket.once('close', rejectBody);
    // From here on the body counts as read by us; otherwise Node discards it without limits.
    raw.read(0);
    raw.resume();
  });
  discards.set(raw, discard);
  return discard;
}

/**
 * Closes a connection after the response in an order that loses no data. The server sends the response and closes its side, then discards
 * the rest of the body, then closes the connection. Otherwise the operating system would reset a connection with unread bytes, and a client
 * that still sends would not receive the response.
 */
export function closeAfterBody(raw: IncomingMessage, socket: Socket): void {
  const destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    socket.destroySoon();
  };
  socket.destroySoon = () => {
    if (raw.complete || raw.destroyed) return destroySoon();
    socket.end();
    void discardBody(raw).then(destroySoon);
  };
}

/**
 * Reads a whole body of limited size.
 * @param check runs for each chunk and throws to reject the body
 * @throws AppError 413, 408 or 422
 */
export function readBytes(
  raw: IncomingMessage,
  {
    maxBytes,
    idleMs,
    check = ignore,
  }: {
    readonly maxBytes: number;
    readonly idleMs: number;
    readonly check?: ((chunk: Buffer) => void) | undefined;
  },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = () => {
      end();
      raw.off('data', onData).off('end', onEnd);
    };
    const fail = (error: unknown) => {
      settle();
      void discardBody(raw, idleMs);
      reject(error);
    };
    const onEnd = () => {
      settle();
      resolve(Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > maxBytes) throw appError(knownErrors.tooLarge);
        check(chunk);
        chunks.push(chunk);
      } catch (error) {
        return fail(error);
      }
      // Other requests run after each chunk, even if many chunks are available.
      raw.pause();
      setImmediate(() => raw.resume());
    };
    const end = watchBody(raw, idleMs, fail);
    raw.on('data', onData).on('end', onEnd);
  });
}
