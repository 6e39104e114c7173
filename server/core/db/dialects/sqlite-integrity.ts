import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { knownErrors } from '#contract/core/errors';
import { type AppError, unavailable } from '#server/core/errors';

const MIN_REST_MS = 60_000;
/** Checking takes at most this part of one core: a large file is checked less often. */
const REST_PER_CHECK = 200;

const script = fileURLToPath(
  new URL(`./sqlite-check-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

const RETRY_DAMAGED_SECONDS = 60;

export const damaged = (what: string): AppError =>
  unavailable(knownErrors.databaseDamaged(what), RETRY_DAMAGED_SECONDS);

/**
 * Checks a database file for damage by a process of its own, which can be ended at any moment and whose memory is not ours.
 * Nothing runs before `start`.
 */
export function createIntegrityWatch(path: string) {
  let damage: string | undefined;
  let isClosed = false;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Checks the database. An interrupted check reports no damage. */
  async function check(): Promise<void> {
    const running = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'ignore'], env: {} });
    child = running;
    try {
      if (running.pid !== undefined) setPriority(running.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended already.
    }
    const ended = once(running, 'exit').catch(() => undefined);
    const answer = await text(running.stdout).catch(() => '');
    await ended;
    child = undefined;
    if (answer !== '') damage = answer === 'ok' ? undefined : answer.replace(/\s+/g, ' ').slice(0, 200);
  }

  async function round(): Promise<void> {
    if (isClosed || child) return;
    const started = performance.now();
    await check();
    if (isClosed) return;
    clearTimeout(timer);
    const rest = Math.max((performance.now() - started) * REST_PER_CHECK, MIN_REST_MS);
    timer = setTimeout(() => void round(), rest);
    timer.unref();
  }

  return {
    /** The known damage. */
    damage: (): string | undefined => damage,
    /** Begins to check, again and again. Resolves after the first time. */
    start: round,
    /** A query has met damage: it counts until a check has found none. */
    report(what: string): void {
      damage ??= what;
      if (timer) void round();
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      child?.kill('SIGKILL');
    },
  };
}
