/*
 * Content of an account that this browser stores, and the rule for its removal:
 * - Signing out removes all of it, drafts included. Unsaved book content is stored on the server before the session ends.
 * - A session that expires removes the list of recent records. Drafts, filters and the address to return to stay for the same account.
 * - A sign-in removes everything of other accounts.
 * Preferences (appearance, list view, language of pickers) hold no content and stay.
 */

const preferences: readonly string[] = [
  'lectern-appearance',
  'lectern-list-view',
  'lectern-picker-language',
  'lectern-checklist',
];
const draftPrefixes: readonly string[] = ['content_editor_draft:', 'form_draft:'];
/** The account whose unlabelled content is stored; blank after a sign-out, so that nothing is stored until the next sign-in. */
const OWNER = 'lectern-account';
const RECENT = 'lectern-recent';

export interface BrowserStorages {
  readonly local: Storage;
  readonly tab: Storage;
}

const pageStorages = (): BrowserStorages => ({ local: localStorage, tab: sessionStorage });
const fold = (email: string): string => email.trim().toLowerCase();

const isContent = (key: string): boolean =>
  (key.startsWith('lectern-') && !preferences.includes(key)) ||
  draftPrefixes.some((prefix) => key.startsWith(prefix));

/** Storages that the browser forbids have nothing to remove. */
function eachContentKey(storage: Storage, visit: (key: string) => void): void {
  try {
    for (const key of Object.keys(storage)) if (isContent(key)) visit(key);
  } catch (error) {
    console.error('Stored content could not be removed', error);
  }
}

/** The account that a stored value names; undefined when it names none. */
function labelOf(text: string | null): string | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const account =
      typeof value === 'object' && value !== null && 'account' in value ? value.account : undefined;
    return typeof account === 'string' ? fold(account) : undefined;
  } catch {
    return undefined;
  }
}

/** At a sign-out. */
export function clearAccountStorage({ local, tab }: BrowserStorages = pageStorages()): void {
  for (const storage of [local, tab]) eachContentKey(storage, (key) => storage.removeItem(key));
  local.setItem(OWNER, '');
}

/** True if the user has signed out in this browser, here or in another tab. Screens that close then store nothing. */
export const hasSignedOut = (): boolean => localStorage.getItem(OWNER) === '';

/** At the end of a session that the user did not end. */
export function clearExpiredSession({ local }: BrowserStorages = pageStorages()): void {
  local.removeItem(RECENT);
}

/** At a sign-in. */
export function claimStorage(email: string, storages: BrowserStorages = pageStorages()): void {
  const account = fold(email);
  const { local, tab } = storages;
  const owner = local.getItem(OWNER);
  for (const storage of [local, tab])
    eachContentKey(storage, (key) => {
      const label = labelOf(storage.getItem(key)) ?? owner ?? account;
      if (key !== OWNER && label !== account) storage.removeItem(key);
    });
  try {
    local.setItem(OWNER, account);
  } catch {
    // A full storage costs only the removal of filters at the next sign-in.
  }
}
