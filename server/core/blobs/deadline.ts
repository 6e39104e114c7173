import type { IncomingMessage } from 'node:http';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** @param cause what the store answered, for the log */
export const storeSilent = (cause?: unknown) => appError(knownErrors.storeSilent, { retryAfter: 5, cause });

/**
 * Runs a call that must have answered within the time. One time for all of it, retries included: whatever is under way is
 * aborted, and even a call that ignores the signal is not waited for. @throws AppError 503 when the time is up
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
  const answer = call(controller.signal);
  // After the time is up nobody listens any more.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Fails a body whose sender has brought nothing for so long although the reader has room. A reader who pauses, as a listener
 * does, is waited for.
 */
export function failWhenStalled(body: IncomingMessage, ms: number): IncomingMessage {
  let previousBytes = body.socket.bytesRead;
  let since = performance.now();
  const timer = setInterval(() => {
    const { bytesRead } = body.socket;
    const isWaiting = !body.complete && body.readableLength < body.readableHighWaterMark;
    if (bytesRead !== previousBytes || !isWaiting) {
      previousBytes = bytesRead;
      since = performance.now();
    } else if (performance.now() - since >= ms) body.destroy(storeSilent());
  }, ms / 4);
  timer.unref();
  body.once('close', () => clearInterval(timer));
  return body;
}
