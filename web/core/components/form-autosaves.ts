import { isRecord } from '#contract/core/envelope';
import { hasSignedOut } from '#web/core/store/account-storage.ts';

/** The values of a form at the time when its session ended. */
export interface FormAutosave {
  /** The version of the record when the form was opened. */
  readonly version: number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

const prefix = 'form_draft:';

/** Stores the autosave of a form of an account in this tab. Storage errors are only logged. */
export function writeDraft(form: string, account: string, autosave: FormAutosave): void {
  if (hasSignedOut()) return;
  try {
    sessionStorage.setItem(`${prefix}${form}`, JSON.stringify({ ...autosave, account }));
  } catch (error) {
    console.error('What was typed could not be kept', error);
  }
}

export function discardAutosave(form: string): void {
  sessionStorage.removeItem(`${prefix}${form}`);
}

/** Returns the autosave of a form if the same account wrote it. The autosave of another account is deleted. */
export function readDraft(form: string, account: string): FormAutosave | undefined {
  try {
    const autosave: unknown = JSON.parse(sessionStorage.getItem(`${prefix}${form}`) ?? 'null');
    if (!isRecord(autosave)) return undefined;
    const { account: owner, version, values } = autosave;
    if (owner === account && isRecord(values))
      return { version: typeof version === 'number' ? version : undefined, values };
  } catch {
    // The value is not valid JSON.
  }
  discardAutosave(form);
  return undefined;
}

/** Returns the initial values of a form, replaced by those of the autosave that have the same type. */
export function withDraft<Values extends object>(
  initial: Values,
  autosave: FormAutosave | undefined,
): Values {
  if (!autosave) return initial;
  const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
  const storedValues = Object.entries(initial).map(([field, value]: [string, unknown]) => {
    const typed = autosave.values[field];
    return [field, kindOf(typed) === kindOf(value) ? typed : value] as const;
  });
  return Object.fromEntries(storedValues) as Values;
}
