/*
 * Content of an account that this browser stores, and the rules for its deletion:
 * - A sign-out deletes all of it, including autosaves. Unsaved book content is sent to the server before the session ends.
 * - An expired session deletes the list of recent records. Autosaves, filters and the return address are kept for the same account.
 * - A sign-in deletes everything of other accounts.
 * Preferences (appearance, list settings, language of pickers, playback speed) contain no content and are kept.
 */

const preferences: readonly string[] = [
  'lectern-appearance',
  'lectern-list-view',
  'lectern-picker-language',
  'lectern-checklist',
  'lectern-player-speed',
];
const autosavePrefixes: readonly string[] = ['content_editor_draft:', 'form_draft:'];
/** The account that owns the unlabelled content. Blank after a sign-out, so nothing is stored until the next sign-in. */
const OWNER = 'lectern-account';
const RECENT = 'lectern-recent';

export interface BrowserStorages {
  readonly local: Storage;
  readonly tab: Storage;
}

const pageStorages = (): BrowserStorages => ({ local: localStorage, tab: sessionStorage });
const normaliseEmail = (email: string): string => email.trim().toLowerCase();

const isContent = (key: string): boolean =>
  (key.startsWith('lectern-') && !preferences.includes(key)) ||
  autosavePrefixes.some((prefix) => key.startsWith(prefix));

/** Calls `visit` with the keys of all account content. Errors of a forbidden storage are only logged. */
function forEachContentKey(storage: Storage, visit: (key: string) => void): void {
  try {
    for (const key of Object.keys(storage)) if (isContent(key)) visit(key);
  } catch (error) {
    console.error('Stored content could not be removed', error);
  }
}

/** Returns the account named in a stored value; undefined if there is none. */
function labelOf(text: string | null): string | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const account =
      typeof value === 'object' && value !== null && 'account' in value ? value.account : undefined;
    return typeof account === 'string' ? normaliseEmail(account) : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes all content at sign-out. */
export function clearAccountStorage({ local, tab }: BrowserStorages = pageStorages()): void {
  for (const storage of [local, tab]) forEachContentKey(storage, (key) => storage.removeItem(key));
  local.setItem(OWNER, '');
}

/**
 * Returns true if the user signed out in this browser, in this or another tab. Screens that close then store nothing. False if the
 * storage is blocked.
 */
export function hasSignedOut(): boolean {
  try {
    return localStorage.getItem(OWNER) === '';
  } catch {
    return false;
  }
}

/** Deletes the recent records after a session expired. */
export function clearExpiredSession({ local }: BrowserStorages = pageStorages()): void {
  local.removeItem(RECENT);
}

/** Deletes the content of other accounts at sign-in. */
export function claimStorage(email: string, storages: BrowserStorages = pageStorages()): void {
  const account = normaliseEmail(email);
  const { local, tab } = storages;
  const owner = local.getItem(OWNER);
  for (const storage of [local, tab])
    forEachContentKey(storage, (key) => {
      const label = labelOf(storage.getItem(key)) ?? owner ?? account;
      if (key !== OWNER && label !== account) storage.removeItem(key);
    });
  try {
    local.setItem(OWNER, account);
  } catch {
    // Storage errors only prevent the deletion of filters at the next sign-in.
  }
}
