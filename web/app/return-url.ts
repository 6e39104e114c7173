import { z } from 'zod';

const key = 'lectern-way-back';

const storedUrl = z.object({ account: z.string(), address: z.string().startsWith('/') });

const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Stores the address at which the server ended the session, for this tab. */
export function storeReturnUrl(account: string, address: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ account: normaliseEmail(account), address }));
  } catch {
    // Storage errors only lose the return address.
  }
}

/** Returns the address at which the session of this account ended; undefined for any other account. */
export function readReturnUrl(account: string): string | undefined {
  try {
    const result = storedUrl.safeParse(JSON.parse(sessionStorage.getItem(key) ?? ''));
    return result.success && result.data.account === normaliseEmail(account)
      ? result.data.address
      : undefined;
  } catch {
    return undefined;
  }
}

export function forgetReturnUrl(): void {
  sessionStorage.removeItem(key);
}
