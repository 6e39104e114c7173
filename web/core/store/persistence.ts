import type { AuthState } from './auth.slice.ts';

const restoreTimeoutMs = 5_000;

const key = 'persist:root';

/** Synchronous or asynchronous storage of text, such as local storage. */
export interface TextStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

const parse = (text: string | null): Partial<AuthState> | undefined => {
  try {
    const auth = (JSON.parse(text ?? '') as { auth?: unknown }).auth;
    const value: unknown = typeof auth === 'string' ? JSON.parse(auth) : auth;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the stored copy of the auth slice; undefined if there is none, it is unreadable, or the storage exceeds the timeout. */
export async function readPersisted(
  storage: TextStorage,
  timeoutMs: number = restoreTimeoutMs,
): Promise<Partial<AuthState> | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return parse(await Promise.race([storage.getItem(key), late]));
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Updates the stored copy whenever the auth slice changes. Signed out, the copy is deleted.
 * @returns a function that stops it
 */
export function persistAuth(
  store: { getState(): { auth: AuthState }; subscribe(listener: () => void): () => void },
  storage: TextStorage,
): () => void {
  let writtenState: AuthState | undefined;
  const write = () => {
    const { auth } = store.getState();
    if (auth === writtenState) return;
    writtenState = auth;
    const { loading: _loading, error: _error, interrupted: _interrupted, ...persistentState } = auth;
    void (auth.isAuthenticated
      ? storage.setItem(key, JSON.stringify({ auth: JSON.stringify(persistentState) }))
      : storage.removeItem(key));
  };
  write();
  return store.subscribe(write);
}
