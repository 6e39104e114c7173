import { knownErrors } from '#contract/core/errors';
import { AppError, appError } from '#server/core/errors';
import { ChildDied, type ChildLimits, forkChild } from '#server/core/jobs/child';
import type { IdleChildren } from '#server/core/jobs/idle-children';
import type { Sandbox } from '#server/core/jobs/sandbox';
import type { Source } from './source.ts';
import type { FromHost, ToHost } from './source-host.ts';
import { serverModule } from '#server/core/server-module';

const MEBIBYTE = 1024 * 1024;
/** The niceness of the children, between the work of the server and background work. */
const NICE = 5;
/** The maximum memory of an idle child in MiB. */
const MAX_IDLE = 200;

const host = serverModule('core/media/source-host');

export interface SourceChildOptions {
  /** The input of the module. */
  readonly input: unknown;
  /** Kills the child when aborted. */
  readonly signal: AbortSignal;
  /** The time limit of each response in milliseconds, and the memory limits in MiB. */
  readonly limits: Pick<ChildLimits, 'time' | 'heap' | 'memory'>;
  /** The sandbox of the child. Default: none. Children with a sandbox are not reused. */
  readonly sandbox?: Sandbox;
  readonly idle?: IdleChildren;
}

/** A child process that has opened a file. It accepts one request at a time. */
export interface SourceChild {
  /** The result of opening the file. */
  readonly opened: unknown;
  /**
   * Sends a request to the child.
   * @throws AppError of the child, 422 for a timeout, 503 if the child dies, the error of the source, or the reason of an aborted signal
   */
  request(question: unknown): Promise<unknown>;
  /** Ends the child, or returns it to the pool for the next file. */
  close(): void;
}

const toError = ({ status, message, code }: Extract<FromHost, { type: 'failed' }>): Error =>
  status === undefined ? new Error(message) : new AppError(status, message, { code });

/**
 * Opens a file with a module (see `SourceModule`) in a child process under limits of time and memory. This process only reads the bytes
 * that the child requests.
 * @throws the same errors as `ask`
 */
export async function openSourceChild(
  module: URL,
  source: Source,
  { input, signal, limits, sandbox = {}, idle }: SourceChildOptions,
): Promise<SourceChild> {
  signal.throwIfAborted();
  const child =
    idle?.take(module.href) ??
    forkChild(host, { ...limits, nice: NICE, serialization: 'advanced', args: [module.href], sandbox });
  let pendingReply: PromiseWithResolvers<unknown> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let error: unknown;
  let rss = Number.POSITIVE_INFINITY;

  const send = (message: ToHost) => {
    // A dead child is reported by its exit event.
    if (child.connected) child.send(message, () => undefined);
  };
  function settle(act: (question: PromiseWithResolvers<unknown>) => void): void {
    clearTimeout(timer);
    const question = pendingReply;
    pendingReply = undefined;
    if (question) act(question);
  }
  function fail(reason: unknown): void {
    error ??= reason;
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
    settle((question) => question.reject(error));
  }
  const stop = () => fail(signal.reason);

  function wait(message: ToHost): Promise<unknown> {
    if (error !== undefined) return Promise.reject(error);
    pendingReply = Promise.withResolvers();
    timer = setTimeout(() => fail(appError(knownErrors.fileTooSlow)), limits.time);
    send(message);
    return pendingReply.promise;
  }

  signal.addEventListener('abort', stop, { once: true });
  child.once('error', fail);
  child.once('exit', () => fail(new ChildDied()));
  child.on('message', (message: FromHost) => {
    if (message.type === 'want') {
      const { id, position, length } = message;
      source.read(position, length).then(
        (bytes) => send({ type: 'bytes', id, bytes }),
        (reason: unknown) => {
          error ??= reason;
          send({ type: 'no-bytes', id });
        },
      );
    } else if (message.type === 'result') {
      ({ rss } = message);
      settle((question) => question.resolve(message.value));
    } else fail(toError(message));
  });

  const openReply = await wait({
    type: 'open',
    size: source.size,
    input,
    memoryBytes: limits.memory * MEBIBYTE,
  });
  return {
    opened: openReply,
    request: (question) => wait({ type: 'ask', question }),
    close() {
      if (error !== undefined) return;
      const closedError = new Error('The child process is closed.');
      if (!idle || pendingReply || rss >= MAX_IDLE * MEBIBYTE) return fail(closedError);
      signal.removeEventListener('abort', stop);
      error = closedError;
      idle.add(child, module.href);
    },
  };
}
