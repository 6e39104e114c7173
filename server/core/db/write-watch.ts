import { AppError } from '#server/core/errors';

/** Returns true if the storage accepts no changes: it is full, read-only, or being moved. */
export const isWriteRejected = ({ status, code }: AppError): boolean =>
  status === 507 || code === 'server.changes_paused';

const RETRY_MS = 2_000;

type Write = () => Promise<void>;

interface Pending {
  readonly write: Write;
  readonly onError: (error: unknown) => void;
}

export interface WriteWatch {
  /** Returns the reason why changes are rejected; undefined if they are accepted. */
  problem(): string | undefined;
  /** Records that a change was rejected. Then probes are sent until one succeeds. */
  reportError(errorInfo: AppError): void;
  /**
   * Runs a write that can be delayed: at once, or in order after the storage accepts changes again. Other errors are thrown at once.
   * Errors of a delayed write are passed to `onError`.
   */
  runWhenWritable(write: Write, onError?: (error: unknown) => void): Promise<void>;
  /** Resolves when no write of its own is running. */
  close(): Promise<void>;
}

/** Creates a watch that tracks whether changes are rejected, and detects when they are accepted again. */
export function createWriteWatch(deps: {
  readonly explain: (error: unknown) => AppError | undefined;
  /** A small change that can be repeated. */
  readonly probe: Write;
  /** Called before each probe. Reopens connections that are read-only since they were opened. */
  readonly renew: Write;
  readonly retryMs?: number;
}): WriteWatch {
  const { explain, probe, renew, retryMs = RETRY_MS } = deps;
  const pendingWrites: Pending[] = [];
  let problem: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let currentRun: Promise<void> | undefined;
  let isClosed = false;

  function scheduleRetry(): NodeJS.Timeout {
    return setTimeout(() => {
      currentRun = retry().finally(scheduleNextRetry);
    }, retryMs).unref();
  }

  function reportError(errorInfo: AppError): void {
    problem = errorInfo.message;
    if (isClosed || currentRun) return;
    timer ??= scheduleRetry();
  }

  function errorIn(error: unknown): AppError | undefined {
    const appError = error instanceof AppError ? error : explain(error);
    return appError && isWriteRejected(appError) ? appError : undefined;
  }

  async function runPendingWrites(): Promise<void> {
    for (let next = pendingWrites[0]; next; next = pendingWrites[0]) {
      if (isClosed) return;
      try {
        await next.write();
      } catch (error) {
        if (errorIn(error)) throw error;
        next.onError(error);
      }
      pendingWrites.shift();
    }
  }

  async function retry(): Promise<void> {
    try {
      await renew();
      await probe();
      await runPendingWrites();
      problem = undefined;
    } catch (error) {
      // If the database does not respond, the probes continue.
      problem = errorIn(error)?.message ?? problem;
    }
  }

  function scheduleNextRetry(): void {
    currentRun = undefined;
    timer = undefined;
    if (isClosed || (problem === undefined && pendingWrites.length === 0)) return;
    timer = scheduleRetry();
  }

  return {
    problem: () => problem,
    reportError,
    async runWhenWritable(write, onError = () => undefined) {
      if (pendingWrites.length === 0)
        try {
          await write();
          return;
        } catch (error) {
          const errorInfo = errorIn(error);
          if (!errorInfo) throw error;
          reportError(errorInfo);
        }
      pendingWrites.push({ write, onError });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await currentRun;
    },
  };
}
