import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from '#server/core/limiter';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each run holds 19 MiB and a thread, so a burst of sign-ins queues here instead of taking the machine. */
const queued = createLimiter(2, 1_000);

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/**
 * True if the password belongs to the stored hash. Without a hash, or with a blank one, the same work is done on a
 * decoy, so that the response time does not reveal whether the account exists.
 */
export async function isPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('an account that does not exist');
  const against = storedHash || (await decoy);
  const matches = await queued(() => verify(against, password));
  return matches && Boolean(storedHash);
}
