import type { IncomingMessage } from 'node:http';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** Creates the error for a store that does not respond. @param cause the response of the store, for the log */
export const storeSilent = (cause?: unknown) => appError(knownErrors.storeSilent, { retryAfter: 5, cause });

/**
 * Runs a request with one deadline, retries included. At the deadline the request is aborted; a request that ignores the signal
 * is not awaited.
 * @param ms the time in milliseconds
 * @throws AppError 503 when the time is over
 */
export async function withDeadline<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(storeSilent());
      controller.abort();
    }, ms);
  });
  const response = call(controller.signal);
  // After the deadline the result is not used, so a later rejection is ignored.
  response.catch(() => undefined);
  try {
    return await Promise.race([response, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** The checks of a response body per timeout. */
const CHECKS = 4;

/**
 * Fails a response body if no bytes arrive within the given time although the reader has free buffer space. A reader can pause
 * for longer, as a player does.
 * @param ms the time in milliseconds
 */
export function withStallTimeout(body: IncomingMessage, ms: number): IncomingMessage {
  let previousBytes = body.socket.bytesRead;
  let silentChecks = 0;
  // Checks are counted instead of time, because a busy process reads no bytes between two checks.
  const timer = setInterval(() => {
    const { bytesRead } = body.socket;
    const isWaiting = !body.complete && body.readableLength < body.readableHighWaterMark;
    silentChecks = bytesRead === previousBytes && isWaiting ? silentChecks + 1 : 0;
    previousBytes = bytesRead;
    if (silentChecks === CHECKS) body.destroy(storeSilent());
  }, ms / CHECKS);
  timer.unref();
  body.once('close', () => clearInterval(timer));
  return body;
}
