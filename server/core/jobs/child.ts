import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { knownErrors } from '#contract/core/errors';
import { AppError, appError } from '#server/core/errors';
import type { FromChild } from './child-host.ts';
import type { IdleChildren } from './idle-children.ts';
import { type Sandbox, inSandbox } from './sandbox.ts';

const MEBIBYTE = 1024 * 1024;
const NICE = 10;
/** MiB that the system allows beyond the limit of the child: Node reserves more than half of that, and uses little of it. */
const RESERVED_MEMORY = 1024;
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
  /** MiB with which an idle child may wait. */
  readonly idleMemory?: number;
  /** Files that it may use; none unless given. `none`: it does what the server does, with its environment, such as using the database. */
  readonly sandbox?: Sandbox | 'none';
  /** See `ForkOptions`; as far behind as work of the background unless given. */
  readonly nice?: number;
}

const MAX_IDLE = 200;

/** The module that the child runs: beside the caller, as source under the tests and as JavaScript in the build. */
export const childModule = (name: string, caller: string): URL =>
  new URL(`./${name}${caller.endsWith('.ts') ? '.ts' : '.js'}`, caller);

export interface ForkOptions {
  /** MiB of JavaScript objects. */
  readonly heap: number;
  /** MiB in all, which the child watches itself; the system allows more, see `RESERVED_MEMORY`. */
  readonly memory: number;
  /** The priority below that of the server: 0 to 19. */
  readonly nice: number;
  readonly serialization: 'json' | 'advanced';
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | 'none';
}

/** Starts a file as a process of its own, in a sandbox, that sees nothing of the server's settings unless it has no sandbox. */
export function forkChild(file: URL, options: ForkOptions): ChildProcess {
  const { heap, memory, nice, serialization, args, env, sandbox } = options;
  const flags = [...(isSource ? ['--conditions=source'] : []), '--expose-gc', `--max-old-space-size=${heap}`];
  const [execPath, execArgv] =
    sandbox === 'none'
      ? [process.execPath, flags]
      : inSandbox(flags, sandbox, (memory + RESERVED_MEMORY) * MEBIBYTE);
  const child = fork(file, args, {
    execPath,
    execArgv,
    env: { ...(sandbox === 'none' ? process.env : inherited()), ...env },
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

type StartOptions = Omit<ChildOptions, 'signal' | 'progress'>;

const kindOf = ({ sandbox = {} }: StartOptions): string => JSON.stringify(sandbox);

function startHost(module: URL, { env, sandbox = {}, nice = NICE, limits }: StartOptions): ChildProcess {
  const { heap, memory } = { ...childLimits, ...limits };
  const args = [module.href];
  return forkChild(host, { heap, memory, nice, sandbox, serialization: 'json', args, ...(env && { env }) });
}

/** Starts a child ahead of work that is about to come, unless one is idle. */
export function prepareChild(module: URL, options: StartOptions & { readonly idle: IdleChildren }): void {
  const kind = kindOf(options);
  options.idle.keep(options.idle.take(kind) ?? startHost(module, options), kind);
}

/**
 * Runs the `run` of a module (see `ChildModule`) in a process of its own with a low priority, and answers what it answered: JSON both
 * ways. Whatever the module meets, this process lives on.
 * @throws AppError as the module threw it; 422 with a sentence when it broke a limit or died; the signal's reason when it was aborted
 */
export function runInChild(module: URL, input: unknown, options: ChildOptions): Promise<unknown> {
  const { signal, progress, idleMemory = MAX_IDLE } = options;
  const kind = kindOf(options);
  const limits = { ...childLimits, ...options.limits };
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const child = options.idle?.take(kind) ?? startHost(module, options);

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
    const fail = (error: unknown, isKept = false) => settle(() => reject(error), isKept);
    const mayGoOn = ({ rss = Infinity }: { readonly rss?: number }) =>
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
      else if (message.type === 'done') settle(() => resolve(message.output), mayGoOn(message));
      else fail(toError(message), mayGoOn(message));
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
export class ChildDied extends AppError {
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
