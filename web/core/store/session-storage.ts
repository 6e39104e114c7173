import type { User } from '#contract/auth/auth';
import { readSeconds, type ReadSession, readUser } from '#web/core/api/read-session.ts';

/** The values of the four local-storage keys. They define the session; all other state is derived from them. */
export interface StoredSession {
  readonly token: string;
  readonly tokenType: string;
  /** The lifetime in seconds, as the server sent it. */
  readonly expiresIn: number | null;
  readonly user: User | null;
}

export const sessionKeys = ['access_token', 'user', 'token_type', 'expires_in'] as const;

export interface SessionStorage {
  /** Returns undefined without a token, regardless of the other keys. */
  read(): StoredSession | undefined;
  write(session: ReadSession): void;
  writeUser(user: User): void;
  clear(): void;
}

function parseUser(text: string | null): User | null {
  try {
    return readUser(JSON.parse(text ?? '')) ?? null;
  } catch {
    return null;
  }
}

export function createSessionStorage(storage: Storage): SessionStorage {
  return {
    read() {
      const token = storage.getItem('access_token');
      if (!token) return undefined;
      return {
        token,
        tokenType: storage.getItem('token_type') || 'Bearer',
        expiresIn: readSeconds(storage.getItem('expires_in')),
        user: parseUser(storage.getItem('user')),
      };
    },
    write(session) {
      storage.setItem('user', JSON.stringify(session.user));
      storage.setItem('token_type', session.token_type);
      if (session.expires_in === null) storage.removeItem('expires_in');
      else storage.setItem('expires_in', String(session.expires_in));
      // Written last. Other tabs react to this key and then read the other three.
      storage.setItem('access_token', session.access_token);
    },
    writeUser(user) {
      storage.setItem('user', JSON.stringify(user));
    },
    clear() {
      for (const key of sessionKeys) storage.removeItem(key);
    },
  };
}
