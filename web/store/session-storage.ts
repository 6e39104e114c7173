import { type Session, user as userSchema, type User } from '#contract/auth';

/** What the four local-storage keys hold. They are the truth about the session; everything else follows them. */
export interface StoredSession {
  readonly token: string;
  readonly tokenType: string;
  /** Seconds, as the server sent it. */
  readonly expiresIn: number | null;
  readonly user: User | null;
}

export const sessionKeys = ['access_token', 'user', 'token_type', 'expires_in'] as const;

export interface SessionStorage {
  /** Undefined when there is no token, whatever else is stored. */
  read(): StoredSession | undefined;
  write(session: Session): void;
  writeUser(user: User): void;
  clear(): void;
}

function parseUser(text: string | null): User | null {
  try {
    const parsed = userSchema.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function createSessionStorage(storage: Storage): SessionStorage {
  return {
    read() {
      const token = storage.getItem('access_token');
      if (!token) return undefined;
      const expiresIn = Number(storage.getItem('expires_in') ?? '');
      return {
        token,
        tokenType: storage.getItem('token_type') || 'Bearer',
        expiresIn: Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : null,
        user: parseUser(storage.getItem('user')),
      };
    },
    write(session) {
      storage.setItem('user', JSON.stringify(session.user));
      storage.setItem('token_type', session.token_type);
      storage.setItem('expires_in', String(session.expires_in));
      // Last, so that another tab that wakes up on it finds the other three.
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
