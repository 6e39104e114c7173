import { z } from 'zod';

const key = 'lectern-way-back';

const kept = z.object({ account: z.string(), address: z.string().startsWith('/') });

const fold = (email: string): string => email.trim().toLowerCase();

/** Notes where somebody was when the server ended her session, for this tab. */
export function storeReturnUrl(account: string, address: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ account: fold(account), address }));
  } catch {
    // A full or forbidden storage costs only the way back.
  }
}

/** Returns the address at which the session of this account ended; undefined for any other account. */
export function readReturnUrl(account: string): string | undefined {
  try {
    const found = kept.safeParse(JSON.parse(sessionStorage.getItem(key) ?? ''));
    return found.success && found.data.account === fold(account) ? found.data.address : undefined;
  } catch {
    return undefined;
  }
}

export function forgetReturnUrl(): void {
  sessionStorage.removeItem(key);
}
