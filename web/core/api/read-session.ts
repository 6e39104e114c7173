import { type Session, user as userSchema, type User } from '#contract/auth/auth';
import { isRecord } from '#contract/core/envelope';
import { complete } from './complete.ts';

/** A session as the browser stores it. Fields that a server may omit have defaults, except the lifetime. */
export interface ReadSession extends Omit<Session, 'expires_in'> {
  /** The lifetime in seconds; null if the server does not send it. */
  readonly expires_in: number | null;
}

const defaultTokenType = 'Bearer';

/** Returns a positive number of seconds, also from text; null for other values. */
export function readSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** Returns the profile of a server that follows the specification; undefined if the value is not an object. */
export function readUser(value: unknown): User | undefined {
  return isRecord(value) ? (complete(userSchema, value) as User) : undefined;
}

/** Returns the session of a sign-in response; undefined without a token. */
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
