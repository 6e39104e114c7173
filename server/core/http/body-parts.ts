import type { IncomingMessage } from 'node:http';
import { knownErrors } from '#contract/core/errors';
import { type AppError, appError } from '#server/core/errors';
import { IDLE_TIMEOUT_MS, watchBody } from './incoming.ts';

/** Time that an open body may continue while another request waits for the upload. */
const YIELD_MS = 2_000;

export interface BodyParts {
  /** Yields at most `maxBytes` bytes; no bytes when the body has ended for any reason. Never throws. */
  nextPart(maxBytes: number): AsyncGenerator<Buffer>;
  /** Returns the error that ended the body early. */
  bodyError(): AppError | undefined;
  /** Releases the body, so that it can be read elsewhere. */
  end(): void;
}

/** Reads a body in parts. It ends with the received bytes when the connection closes, sends nothing, or is aborted. */
export function readInParts(raw: IncomingMessage, signal: AbortSignal): BodyParts {
  let bodyError: AppError | undefined;
  let wake: () => void = () => undefined;
  const notifyReader = () => wake();
  const endWithError = (reason: AppError) => {
    bodyError ??= reason;
    wake();
  };
  let lastWait: NodeJS.Timeout | undefined;
  const pause = () => {
    lastWait = setTimeout(() => endWithError(appError(knownErrors.uploadYields)), YIELD_MS);
  };

  const events = ['readable', 'end', 'close', 'error'] as const;
  for (const event of events) raw.on(event, notifyReader);
  const endWatch = watchBody(raw, IDLE_TIMEOUT_MS, endWithError);
  if (signal.aborted) pause();
  else signal.addEventListener('abort', pause, { once: true });

  async function nextChunk(): Promise<Buffer | undefined> {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const chunk = raw.read() as Buffer | null;
      if (chunk) return chunk;
      if (bodyError || raw.readableEnded || raw.destroyed) return undefined;
      await woken;
    }
  }

  return {
    async *nextPart(maxBytes) {
      for (let remainingBytes = maxBytes; remainingBytes > 0; ) {
        const chunk = await nextChunk();
        if (!chunk) return;
        const bytes = chunk.subarray(0, remainingBytes);
        if (bytes.length < chunk.length) raw.unshift(chunk.subarray(remainingBytes));
        remainingBytes -= bytes.length;
        yield bytes;
      }
    },
    bodyError: () => bodyError,
    end() {
      endWatch();
      clearTimeout(lastWait);
      signal.removeEventListener('abort', pause);
      for (const event of events) raw.off(event, notifyReader);
    },
  };
}
