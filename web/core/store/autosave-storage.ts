import { isRecord } from '#contract/core/envelope';
import { hasSignedOut } from './account-storage.ts';

/*
 * Autosaves in a storage of this browser. Each is labelled with the account that wrote it. Only this account can read it. The autosave of
 * another account is deleted when it is found. Storage errors are only logged.
 */

export interface AutosaveLocation {
  readonly storage: 'local' | 'tab';
  readonly key: string;
}

// Access to a blocked storage throws.
const storageOf = ({ storage }: AutosaveLocation): Storage =>
  storage === 'local' ? localStorage : sessionStorage;

export function writeAutosave(location: AutosaveLocation, account: string, autosave: object): void {
  try {
    if (!hasSignedOut()) storageOf(location).setItem(location.key, JSON.stringify({ ...autosave, account }));
  } catch (error) {
    console.error('The autosave could not be stored', error);
  }
}

export function discardAutosave(location: AutosaveLocation): void {
  try {
    storageOf(location).removeItem(location.key);
  } catch (error) {
    console.error('The autosave could not be removed', error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the autosave of an account as `read` returns it. Those of other accounts and invalid ones are deleted. */
export function readAutosave<Autosave>(
  location: AutosaveLocation,
  account: string,
  read: (value: Readonly<Record<string, unknown>>) => Autosave | undefined,
): Autosave | undefined {
  let text: string | null;
  try {
    text = storageOf(location).getItem(location.key);
  } catch {
    return undefined;
  }
  if (text === null) return undefined;
  const value = parse(text);
  const autosave = isRecord(value) && value['account'] === account ? read(value) : undefined;
  if (autosave === undefined) discardAutosave(location);
  return autosave;
}
