import type { IncomingMessage } from 'node:http';
import { AppError, tooLarge } from '#server/errors';

/** How long a body may rest without a byte. */
export const SILENCE_MS = 60_000;
/** What is read and thrown away after a refusal, so that a browser, which sends all before it listens, gets the answer. */
const MAX_DRAINED_BYTES = 1024 * 1024 * 1024;

/**
 * Watches a body that is being read: `broken` is called once when the client goes away or falls silent before the end.
 * Returns the end of the watch.
 */
export function watchBody(
  raw: IncomingMessage,
  silenceMs: number,
  broken: (error: AppError) => void,
): () => void {
  let seen = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket;
    if (bytesRead === seen) stop(new AppError(408, 'The upload came to a halt and was given up.'));
    seen = bytesRead;
  }, silenceMs);
  const onClose = () => {
    if (!raw.readableEnded) stop(new AppError(422, 'The upload was broken off.'));
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

/** Reads the rest of a refused body and forgets it, so that the answer arrives and the connection stays usable. */
export function drain(raw: IncomingMessage, silenceMs: number): void {
  if (raw.readableEnded || raw.destroyed) return;
  let left = MAX_DRAINED_BYTES;
  const giveUp = () => {
    end();
    raw.destroy();
  };
  const end = watchBody(raw, silenceMs, giveUp);
  raw.on('error', () => undefined);
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) giveUp();
  });
  raw.once('end', end);
  raw.resume();
}

/** A whole body of bounded size. @throws AppError 413, 408 or 422 */
export function readBytes(raw: IncomingMessage, maxBytes: number, silenceMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = () => {
      end();
      raw.off('data', onData).off('end', onEnd);
    };
    const fail = (error: AppError) => {
      settle();
      drain(raw, silenceMs);
      reject(error);
    };
    const onEnd = () => {
      settle();
      resolve(Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail(tooLarge('The request is too large.'));
      else chunks.push(chunk);
    };
    const end = watchBody(raw, silenceMs, fail);
    raw.on('data', onData).on('end', onEnd);
  });
}
