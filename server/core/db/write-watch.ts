import { AppError } from '#server/core/errors';

/** Storage that takes no changes: it is full, can only be read, or is being moved. */
export const isWriteRejected = ({ status, code }: AppError): boolean =>
  status === 507 || code === 'server.changes_paused';

const RETRY_MS = 2_000;

type Write = () => Promise<void>;

interface Pending {
  readonly write: Write;
  readonly onError: (error: unknown) => void;
}

export interface WriteWatch {
  /** Why changes are refused at the moment; undefined while they are not. */
  problem(): string | undefined;
  /** Some change was refused: until one succeeds, another is tried again and again. */
  note(errorInfo: AppError): void;
  /**
   * Does a write that need not be done at once: now, or when the storage takes changes again, each in its turn. What else keeps it from
   * being done is thrown now, and later told to `onFailure`.
   */
  whenTaken(write: Write, onError?: (error: unknown) => void): Promise<void>;
  /** @returns when no write of its own is under way any more */
  close(): Promise<void>;
}

/** Knows whether changes are refused, and finds out by itself when they are no longer. */
export function createWriteWatch(deps: {
  readonly explain: (error: unknown) => AppError | undefined;
  /** A small change that costs nothing to make again. */
  readonly probe: Write;
  /** Before each probe: what was opened while changes were refused may have to be opened again. */
  readonly renew: Write;
  readonly retryMs?: number;
}): WriteWatch {
  const { explain, probe, renew, retryMs = RETRY_MS } = deps;
  const pending: Pending[] = [];
  let problem: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  function inAWhile(): NodeJS.Timeout {
    return setTimeout(() => {
      running = retry().finally(rest);
    }, retryMs).unref();
  }

  function note(errorInfo: AppError): void {
    problem = errorInfo.message;
    if (isClosed || running) return;
    timer ??= inAWhile();
  }

  function errorIn(error: unknown): AppError | undefined {
    const appError = error instanceof AppError ? error : explain(error);
    return appError && isWriteRejected(appError) ? appError : undefined;
  }

  async function workOff(): Promise<void> {
    for (let next = pending[0]; next; next = pending[0]) {
      if (isClosed) return;
      try {
        await next.write();
      } catch (error) {
        if (errorIn(error)) throw error;
        next.onError(error);
      }
      pending.shift();
    }
  }

  async function retry(): Promise<void> {
    try {
      await renew();
      await probe();
      await workOff();
      problem = undefined;
    } catch (error) {
      // A database that does not answer is no reason to stop asking.
      problem = errorIn(error)?.message ?? problem;
    }
  }

  function rest(): void {
    running = undefined;
    timer = undefined;
    if (isClosed || (problem === undefined && pending.length === 0)) return;
    timer = inAWhile();
  }

  return {
    problem: () => problem,
    note,
    async whenTaken(write, onError = () => undefined) {
      if (pending.length === 0)
        try {
          await write();
          return;
        } catch (error) {
          const errorInfo = errorIn(error);
          if (!errorInfo) throw error;
          note(errorInfo);
        }
      pending.push({ write, onError });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
