import { type Session, user as userSchema, type User } from '#contract/auth/auth';
import { isRecord } from '#contract/core/envelope';
import { complete } from './complete.ts';

/** A session as the browser keeps it: what a server may leave out has its fall-back, the length of its life has none. */
export interface ReadSession extends Omit<Session, 'expires_in'> {
  /** Seconds; null when the server does not say. */
  readonly expires_in: number | null;
}

const defaultTokenType = 'Bearer';

/** A positive number of seconds, also as text; null for anything else. */
export function readSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** A profile of any server written from the specification; undefined when it is no object at all. */
export function readUser(value: unknown): User | undefined {
  return isRecord(value) ? (complete(userSchema, value) as User) : undefined;
}

/** The answer to a sign-in; undefined when it carries no token. */
export function readSession(value: unknown): ReadSession | undefined {
  const { access_token, token_type, expires_in, user } = isRecord(value) ? value : {};
  if (typeof access_token !== 'string' || access_token.trim() === '') return undefined;
  return {
    access_token,
    token_type: typeof token_type === 'string' && token_type.trim() !== '' ? token_type : defaultTokenType,
    expires_in: readSeconds(expires_in),
    user: readUser(user) ?? { name: '', email: '', avatar: null },
  };
}
