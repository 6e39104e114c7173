import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { knownErrors } from '#contract/core/errors';
import { type AppError, unavailable } from '#server/core/errors';
import { serverModule } from '#server/core/server-module';

const MIN_REST_MS = 60_000;
/** The pause after a check, as a multiple of its duration. It limits checks to 0.5% of one core, so large files are checked less often. */
const REST_PER_CHECK = 200;

const script = fileURLToPath(serverModule('core/db/dialects/sqlite-check-worker'));

const RETRY_DAMAGED_SECONDS = 60;

export const damagedError = (what: string): AppError =>
  unavailable(knownErrors.databaseDamaged(what), RETRY_DAMAGED_SECONDS);

/** Stores the known damage beside the database file, so that a restarted server rejects writes until a check finds none. */
function createDamageFile(path: string) {
  const file = `${path}-damage`;
  const ignoreErrors = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch {
      // The folder can be read-only or full. Without the file, the next check finds the damage again.
      return undefined;
    }
  };
  return {
    read: (): string | undefined => ignoreErrors(() => readFileSync(file, 'utf8')),
    write: (damage: string | undefined): void =>
      ignoreErrors(() =>
        damage === undefined ? rmSync(file, { force: true }) : writeFileSync(file, damage),
      ),
  };
}

/**
 * Checks a database file for damage in a child process of low priority, which can be ended at any time and has its own memory. Checks
 * begin with `start`.
 */
export function createIntegrityWatch(path: string) {
  const damageFile = createDamageFile(path);
  let damage: string | undefined;
  let checkedAt: string | null = null;
  let onDamage: (damage: string) => void = () => undefined;
  let isClosed = false;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  function setDamage(newDamage: string | undefined): void {
    if (newDamage === damage) return;
    const isNew = damage === undefined;
    damage = newDamage;
    damageFile.write(newDamage);
    if (isNew && newDamage !== undefined) onDamage(newDamage);
  }

  /** Runs one check. An interrupted check reports no damage. */
  async function check(): Promise<void> {
    const checkProcess = spawn(process.execPath, [script, path], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
    });
    child = checkProcess;
    try {
      if (checkProcess.pid !== undefined) setPriority(checkProcess.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // The process has already ended.
    }
    const exitEvent = once(checkProcess, 'exit').catch(() => undefined);
    const output = await text(checkProcess.stdout).catch(() => '');
    await exitEvent;
    child = undefined;
    if (output === '') return;
    checkedAt = new Date().toISOString();
    setDamage(output === 'ok' ? undefined : output.replace(/\s+/g, ' ').slice(0, 200));
  }

  async function round(): Promise<void> {
    if (isClosed || child) return;
    const startedAt = performance.now();
    await check();
    if (isClosed) return;
    clearTimeout(timer);
    const rest = Math.max((performance.now() - startedAt) * REST_PER_CHECK, MIN_REST_MS);
    timer = setTimeout(() => void round(), rest);
    timer.unref();
  }

  return {
    /** Returns the known damage. */
    damage: (): string | undefined => damage,
    /** Returns whether a check is running, and the time of the last one. */
    state: () => ({ is_running: child !== undefined, checked_at: checkedAt }),
    /** Starts periodic checks. Until the first one ends, damage that a previous process found is assumed. Resolves after the first one. */
    async start(listener: (damage: string) => void, delayMs: number): Promise<void> {
      onDamage = listener;
      damage ??= damageFile.read();
      if (damage !== undefined) onDamage(damage);
      await delay(delayMs, undefined, { ref: false });
      await round();
    },
    /** Stores damage that a query found, until a check finds none. */
    report(what: string): void {
      setDamage(damage ?? what);
      if (timer) void round();
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      child?.kill('SIGKILL');
    },
  };
}
