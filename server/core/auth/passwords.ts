import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from '#server/core/limiter';

/** The first argon2id configuration that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits concurrency, because each hash uses 19 MiB and a thread. Other sign-ins wait in the queue. */
const runQueued = createLimiter(2, 1_000);

export function hashPassword(password: string): Promise<string> {
  return runQueued(() => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/**
 * Returns true if the password matches the stored hash. If the hash is missing or blank, a decoy is verified instead, so that
 * the response time does not reveal whether the account exists.
 */
export async function isPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('an account that does not exist');
  const against = storedHash || (await decoy);
  const matches = await runQueued(() => verify(against, password));
  return matches && Boolean(storedHash);
}
