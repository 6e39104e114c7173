import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { knownErrors } from '#contract/core/errors';
import { type AppError, appError } from '#server/core/errors';

/** Idle time-out of a body that is being read. */
export const IDLE_TIMEOUT_MS = 60_000;

/**
 * The limits for reading and discarding a body after an error, so that a client that sends everything before it
 * reads gets the response.
 */
const discarding = { maxBytes: 1024 * 1024 * 1024, maxMs: 60_000, maxAtOnce: 16, crowdedMs: 1_000 } as const;

const ignore = () => undefined;

/**
 * Watches a body that is being read: `broken` is called once when the client disconnects or sends nothing for `idleMs`.
 * Returns the end of the watch.
 */
export function watchBody(
  raw: IncomingMessage,
  idleMs: number,
  broken: (error: AppError) => void,
): () => void {
  let previousBytes = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket;
    // While bytes wait to be read by us, the client is not the cause.
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
    broken(error);
  }
  raw.on('close', onClose).on('error', onClose);
  return end;
}

/** True if a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const discards = new WeakMap<IncomingMessage, Promise<void>>();
let discardsInProgress = 0;

/**
 * Reads the rest of a refused body and forgets it, so that the answer arrives and the connection stays usable. Resolves when
 * the body has ended; beyond the bounds the connection is cut.
 */
export function discardBody(raw: IncomingMessage, idleMs = IDLE_TIMEOUT_MS): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return Promise.resolve();
  const inProgress = discards.get(raw);
  if (inProgress) return inProgress;
  const discard = new Promise<void>((resolve) => {
    let left: number = discarding.maxBytes;
    const settle = () => {
      clearTimeout(deadline);
      endWatch();
      raw.off('data', onData).off('end', settle);
      raw.socket.off('close', giveUp);
      discardsInProgress -= 1;
      resolve();
    };
    const giveUp = () => {
      settle();
      raw.destroy();
    };
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) giveUp();
    };
    discardsInProgress += 1;
    const isCrowded = discardsInProgress > discarding.maxAtOnce;
    const deadline = setTimeout(giveUp, isCrowded ? discarding.crowdedMs : discarding.maxMs);
    const endWatch = watchBody(raw, idleMs, giveUp);
    raw.on('error', ignore).on('data', onData).once('end', settle);
    // A request whose answer is out hears nothing of the end of its connection by itself.
    raw.socket.once('close', giveUp);
    raw.resume();
  });
  discards.set(raw, discard);
  return discard;
}

/**
 * Makes a connection that closes after this request's answer close in an order that loses nothing: the answer and the end of
 * our side first, then the rest of the body is discarded, then the connection goes. Closing with bytes unread would make the
 * system reset the connection, and a client that is still sending would never see the answer.
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

/** A whole body of bounded size. @param check sees each chunk as it comes and throws what refuses it @throws AppError 413, 408 or 422 */
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
      // Others have their turn after each chunk, also when many are ready.
      raw.pause();
      setImmediate(() => raw.resume());
    };
    const end = watchBody(raw, idleMs, fail);
    raw.on('data', onData).on('end', onEnd);
  });
}
