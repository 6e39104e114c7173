import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { knownErrors } from '#contract/core/errors';
import { AppError, appError } from '#server/core/errors';
import type { FromChild } from './child-host.ts';
import type { IdleChildren } from './idle-children.ts';
import { type Sandbox, inSandbox } from './sandbox.ts';

const MEBIBYTE = 1024 * 1024;
const NICE = 10;
const isSource = import.meta.url.endsWith('.ts');
const host = new URL(`./child-host${isSource ? '.ts' : '.js'}`, import.meta.url);

export interface ChildLimits {
  /** Milliseconds in all. */
  readonly time: number;
  /** Milliseconds without a word of progress. */
  readonly silence: number;
  /** MiB of JavaScript objects. */
  readonly heap: number;
  /** MiB in all, WebAssembly and buffers included. */
  readonly memory: number;
  /** MiB of the answer as JSON. */
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
  /** Kills the child. */
  readonly signal: AbortSignal;
  progress?(fraction: number, stage?: string): void;
  readonly limits?: Partial<ChildLimits>;
  /** The environment variables of the child beside PATH and the folder for temporary files. */
  readonly env?: Readonly<Record<string, string>>;
  /** Idle children wait here for more of the same work, unless they have grown large. */
  readonly idle?: IdleChildren;
  /** Files that it may use; none unless given. */
  readonly sandbox?: Sandbox;
  /** See `ForkOptions`; as far behind as work of the background unless given. */
  readonly nice?: number;
}

/** MiB with which a child may go on. */
const MAX_IDLE = 200;

/** The module that the child runs: beside the caller, as source under the tests and as JavaScript in the build. */
export const childModule = (name: string, caller: string): URL =>
  new URL(`./${name}${caller.endsWith('.ts') ? '.ts' : '.js'}`, caller);

export interface ForkOptions {
  /** MiB. */
  readonly heap: number;
  /** The priority below that of the server: 0 to 19. */
  readonly nice: number;
  readonly serialization: 'json' | 'advanced';
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox;
}

/** Starts a file as a process of its own, in a sandbox, that sees nothing of the server's settings. */
export function forkChild(file: URL, options: ForkOptions): ChildProcess {
  const { heap, nice, serialization, args, env, sandbox } = options;
  const flags = [...(isSource ? ['--conditions=source'] : []), '--expose-gc', `--max-old-space-size=${heap}`];
  const [execPath, execArgv] = inSandbox(flags, sandbox);
  const child = fork(file, args, {
    execPath,
    execArgv,
    env: { ...inherited(), ...env },
    serialization,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    // At once: threads have the priority that the process has when it starts them, and it cannot give them another one itself.
    if (child.pid !== undefined) setPriority(child.pid, nice);
  } catch {
    // It has ended already.
  }
  return child;
}

/**
 * Runs the `run` of a module (see `ChildModule`) in a process of its own with a low priority, and answers what it answered: JSON both
 * ways. Whatever the module meets, this process lives on.
 * @throws AppError as the module threw it; 422 with a sentence when it broke a limit or died; the signal's reason when it was aborted
 */
export function runInChild(module: URL, input: unknown, options: ChildOptions): Promise<unknown> {
  const { signal, progress, env, sandbox = {}, nice = NICE } = options;
  const kind = JSON.stringify(sandbox);
  const limits = { ...childLimits, ...options.limits };
  const start = () =>
    forkChild(host, {
      heap: limits.heap,
      nice,
      sandbox,
      serialization: 'json',
      args: [module.href],
      ...(env && { env }),
    });
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const child = options.idle?.take(kind) ?? start();

    let isSettled = false;
    const settle = (act: () => void, isKept = false) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timeLimit);
      clearTimeout(silenceLimit);
      signal.removeEventListener('abort', stop);
      if (isKept) options.idle?.keep(child, kind);
      else child.kill('SIGKILL');
      act();
    };
    const fail = (error: unknown) => settle(() => reject(error));
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
      else if (message.type === 'done')
        settle(() => resolve(message.output), options.idle && message.rss < MAX_IDLE * MEBIBYTE);
      else fail(toError(message));
    });
    child.send({
      input,
      memoryBytes: limits.memory * MEBIBYTE,
      outputBytes: limits.output * MEBIBYTE,
      isKept: options.idle !== undefined,
    });
  });
}

/** Out of memory, or killed by the system. Another attempt may succeed on a machine with less to do. */
class ChildDied extends AppError {
  constructor() {
    super(503, 'Not enough memory to process this file.');
  }
}

function toError(message: Extract<FromChild, { type: 'failed' }>): Error {
  const { status, sentence, code } = message;
  if (status !== undefined) return new AppError(status, sentence, { code });
  const error = new Error(sentence);
  if (message.stack !== undefined) error.stack = message.stack;
  return error;
}

/** Neither passwords nor addresses of the server's: a child works on files. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'LANG', 'NODE_ENV'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
