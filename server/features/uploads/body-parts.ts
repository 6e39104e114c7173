import type { IncomingMessage } from 'node:http';
import { knownErrors } from '#contract/core/errors';
import { uploadLimits } from '#contract/uploads/uploads';
import { type AppError, appError } from '#server/core/errors';
import { IDLE_TIMEOUT_MS, watchBody } from '#server/core/http/incoming';

/** Time that an open body may continue while another request waits; it is then ended cleanly. */
const YIELD_MS = 2_000;

export interface BodyParts {
  /** The next bytes, at most as many as a part takes; none at the end, whatever brought it about. Never throws. */
  nextPart(): AsyncGenerator<Buffer>;
  /** Returns the error that ended the body early. */
  failure(): AppError | undefined;
  /** Lets go of the body, which others may then read on. */
  end(): void;
}

/** Reads a body in parts, and ends with what has arrived when it breaks off, falls silent, or is no longer wanted. */
export function readInParts(raw: IncomingMessage, signal: AbortSignal): BodyParts {
  let failure: AppError | undefined;
  let wake: () => void = () => undefined;
  const stir = () => wake();
  const breakOff = (reason: AppError) => {
    failure ??= reason;
    wake();
  };
  let lastWait: NodeJS.Timeout | undefined;
  const pause = () => {
    lastWait = setTimeout(() => breakOff(appError(knownErrors.uploadYields)), YIELD_MS);
  };

  const events = ['readable', 'end', 'close', 'error'] as const;
  for (const event of events) raw.on(event, stir);
  const endWatch = watchBody(raw, IDLE_TIMEOUT_MS, breakOff);
  if (signal.aborted) pause();
  else signal.addEventListener('abort', pause, { once: true });

  async function nextChunk(): Promise<Buffer | undefined> {
    for (;;) {
      const stirred = new Promise<void>((resolve) => (wake = resolve));
      const chunk = raw.read() as Buffer | null;
      if (chunk) return chunk;
      if (failure || raw.readableEnded || raw.destroyed) return undefined;
      await stirred;
    }
  }

  return {
    async *nextPart() {
      for (let room: number = uploadLimits.partBytes; room > 0; ) {
        const chunk = await nextChunk();
        if (!chunk) return;
        const bytes = chunk.subarray(0, room);
        if (bytes.length < chunk.length) raw.unshift(chunk.subarray(room));
        room -= bytes.length;
        yield bytes;
      }
    },
    failure: () => failure,
    end() {
      endWatch();
      clearTimeout(lastWait);
      signal.removeEventListener('abort', pause);
      for (const event of events) raw.off(event, stir);
    },
  };
}
