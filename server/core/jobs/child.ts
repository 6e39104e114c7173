import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { knownErrors } from '#contract/core/errors';
import { AppError, appError } from '#server/core/errors';
import { serverModule } from '#server/core/server-module';
import type { FromChild } from './child-host.ts';
import type { IdleChildren } from './idle-children.ts';
import { type Sandbox, inSandbox } from './sandbox.ts';

const MEBIBYTE = 1024 * 1024;
const NICE = 10;
/** The memory in MiB that the system allows beyond the child's limit. Node.js reserves more than half of it and uses little. */
const RESERVED_MEMORY = 1024;
const host = serverModule('core/jobs/child-host');

export interface ChildLimits {
  /** The maximum run time in milliseconds. */
  readonly time: number;
  /** The maximum time in milliseconds without a progress message. */
  readonly silence: number;
  /** The maximum size of JavaScript objects in MiB. */
  readonly heap: number;
  /** The maximum memory in MiB, including WebAssembly and buffers. */
  readonly memory: number;
  /** The maximum size of the output as JSON, in MiB. */
  readonly output: number;
}

export const childLimits: ChildLimits = {
  time: 20 * 60_000,
  silence: 5 * 60_000,
  heap: 512,
  memory: 1024,
  output: 32,
};

export interface ChildOptions {
  /** Kills the child when aborted. */
  readonly signal: AbortSignal;
  progress?(fraction: number, stage?: string): void;
  readonly limits?: Partial<ChildLimits>;
  /** Environment variables of the child in addition to PATH and the temporary folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** The pool of idle children. A child returns to it after a run if its memory is small enough. */
  readonly idle?: IdleChildren;
  /** The maximum memory of an idle child in MiB. */
  readonly idleMemory?: number;
  /**
   * The files that the child may use. Default: none. `none` means no sandbox: the child has the environment of the server, for example to
   * use the database.
   */
  readonly sandbox?: Sandbox | 'none';
  /** The priority, see `ForkOptions`. Default: the priority of background work. */
  readonly nice?: number;
}

const MAX_IDLE = 200;

export interface ForkOptions {
  /** The maximum size of JavaScript objects in MiB. */
  readonly heap: number;
  /** The maximum memory in MiB, which the child checks itself. The system allows more, see `RESERVED_MEMORY`. */
  readonly memory: number;
  /** The niceness of the child relative to the server: 0 to 19. */
  readonly nice: number;
  readonly serialization: 'json' | 'advanced';
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | 'none';
}

/** Starts a file as a child process in a sandbox. A sandboxed child does not receive the environment of the server. */
export function forkChild(file: URL, options: ForkOptions): ChildProcess {
  const { heap, memory, nice, serialization, args, env, sandbox } = options;
  const flags = ['--expose-gc', `--max-old-space-size=${heap}`];
  const [execPath, execArgv] =
    sandbox === 'none'
      ? [process.execPath, flags]
      : inSandbox(flags, sandbox, (memory + RESERVED_MEMORY) * MEBIBYTE);
  const child = fork(file, args, {
    execPath,
    execArgv,
    env: { ...(sandbox === 'none' ? process.env : inheritedEnv()), ...env },
    serialization,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    // The priority is set immediately. Threads inherit the priority that the process has when they start, and a sandboxed process cannot
    // change it.
    if (child.pid !== undefined) setPriority(child.pid, nice);
  } catch {
    // The child has already ended.
  }
  return child;
}

type StartOptions = Omit<ChildOptions, 'signal' | 'progress'>;

const kindOf = ({ sandbox = {} }: StartOptions): string => JSON.stringify(sandbox);

function startHost(module: URL, { env, sandbox = {}, nice = NICE, limits }: StartOptions): ChildProcess {
  const { heap, memory } = { ...childLimits, ...limits };
  const args = [module.href];
  return forkChild(host, { heap, memory, nice, sandbox, serialization: 'json', args, ...(env && { env }) });
}

/** Starts a child in advance, unless one is idle. */
export function prepareChild(module: URL, options: StartOptions & { readonly idle: IdleChildren }): void {
  const kind = kindOf(options);
  options.idle.add(options.idle.take(kind) ?? startHost(module, options), kind);
}

/**
 * Runs the `run` function of a module (see `ChildModule`) in a child process with low priority, and returns its output. Input and output
 * are JSON. A crash of the child does not affect this process.
 * @throws AppError of the module, 422 with a message if the child exceeds a limit, 503 if it dies, or the reason of an aborted signal
 */
export function runInChild(module: URL, input: unknown, options: ChildOptions): Promise<unknown> {
  const { signal, progress, idleMemory = MAX_IDLE } = options;
  const kind = kindOf(options);
  const limits = { ...childLimits, ...options.limits };
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const child = options.idle?.take(kind) ?? startHost(module, options);

    let isSettled = false;
    const settle = (act: () => void, isReused = false) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timeLimit);
      clearTimeout(silenceLimit);
      signal.removeEventListener('abort', stop);
      if (isReused) options.idle?.add(child, kind);
      else child.kill('SIGKILL');
      act();
    };
    const fail = (error: unknown, isReused = false) => settle(() => reject(error), isReused);
    const isReusable = ({ rss = Infinity }: { readonly rss?: number }) =>
      options.idle !== undefined && rss < idleMemory * MEBIBYTE;
    const tooLong = () => fail(appError(knownErrors.fileTooSlow));
    const stop = () => fail(signal.reason);
    const timeLimit = setTimeout(tooLong, limits.time);
    let silenceLimit = setTimeout(tooLong, limits.silence);

    signal.addEventListener('abort', stop, { once: true });
    child.on('error', fail);
    child.on('exit', () => fail(new ChildDied()));
    child.on('message', (message: FromChild) => {
      clearTimeout(silenceLimit);
      if (isSettled) return;
      silenceLimit = setTimeout(tooLong, limits.silence);
      if (message.type === 'progress') progress?.(message.fraction, message.stage);
      else if (message.type === 'done') settle(() => resolve(message.output), isReusable(message));
      else fail(toError(message), isReusable(message));
    });
    child.send({
      input,
      memoryBytes: limits.memory * MEBIBYTE,
      outputBytes: limits.output * MEBIBYTE,
      isReused: options.idle !== undefined,
    });
  });
}

/** The child ran out of memory or was killed. Another attempt may succeed when the machine has less load. */
export class ChildDied extends AppError {
  constructor() {
    super(503, 'Not enough memory to process this file.');
  }
}

function toError({ status, message, code, stack }: Extract<FromChild, { type: 'failed' }>): Error {
  if (status !== undefined) return new AppError(status, message, { code });
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Returns the environment variables that a child inherits. It receives no passwords and no addresses of the server. */
function inheritedEnv(): Record<string, string> {
  const names = ['PATH', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'LANG', 'NODE_ENV'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
