import { isRecord } from '#contract/core/envelope';
import {
  type AutosaveLocation,
  discardAutosave,
  readAutosave,
  writeAutosave,
} from '#web/core/store/autosave-storage.ts';

/** The values of a form at the time when its session ended. */
export interface FormAutosave {
  /** The version of the record when the form was opened. */
  readonly version: number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

const locationOf = (form: string): AutosaveLocation => ({ storage: 'tab', key: `form_draft:${form}` });

/** Stores the autosave of a form of an account in this tab. */
export const writeFormAutosave = (form: string, account: string, autosave: FormAutosave): void =>
  writeAutosave(locationOf(form), account, autosave);

export const discardFormAutosave = (form: string): void => discardAutosave(locationOf(form));

/** Returns the autosave of a form if the same account wrote it. */
export const readFormAutosave = (form: string, account: string): FormAutosave | undefined =>
  readAutosave(locationOf(form), account, ({ version, values }) =>
    isRecord(values) ? { version: typeof version === 'number' ? version : undefined, values } : undefined,
  );

/** Returns the initial values of a form, replaced by those of the autosave that have the same type. */
export function withAutosave<Values extends object>(
  initial: Values,
  autosave: FormAutosave | undefined,
): Values {
  if (!autosave) return initial;
  const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
  const storedValues = Object.entries(initial).map(([field, value]: [string, unknown]) => {
    const typedValue = autosave.values[field];
    return [field, kindOf(typedValue) === kindOf(value) ? typedValue : value] as const;
  });
  return Object.fromEntries(storedValues) as Values;
}
