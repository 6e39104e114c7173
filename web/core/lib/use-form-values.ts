import { useCallback, useState } from 'react';

export type FieldErrors = Readonly<Record<string, string>>;

/** The fields whose value is a text, as inputs, text areas and selects hold it. */
export type TextField<Values> = {
  [Field in keyof Values]-?: Values[Field] extends string ? Field : never;
}[keyof Values] &
  string;

export interface Edited {
  readonly currentTarget: { readonly value: string };
}

/**
 * The values and the errors of a form, by field. Values keep their identity until they are edited, so that long
 * lists in them are not rendered again with each key. `onEdit` must be the same function on every render.
 */
export function useFormValues<Values extends object>(initial: () => Values, onEdit?: () => void) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});

  /** A field was edited: forgets its error, or notes a new one. */
  const mark = useCallback(
    (field: string, error?: string) => {
      setErrors(({ [field]: _before, ...rest }) =>
        error === undefined ? rest : { ...rest, [field]: error },
      );
      onEdit?.();
    },
    [onEdit],
  );

  /** Gives a field another value. */
  const update = useCallback(
    <Field extends keyof Values & string>(
      field: Field,
      change: (before: Values[Field]) => Values[Field],
    ): void => {
      setValues((before) => ({ ...before, [field]: change(before[field]) }));
      mark(field);
    },
    [mark],
  );
  const set = useCallback(
    <Field extends keyof Values & string>(field: Field, value: Values[Field]) => update(field, () => value),
    [update],
  );

  /** The props of an input, a text area or a select. The message stands elsewhere, once; the field is only marked. */
  const input = (field: TextField<Values>) => ({
    name: field,
    value: values[field] as string,
    error: errors[field] !== undefined,
    onChange: ({ currentTarget: { value } }: Edited) => set(field, value as Values[typeof field]),
  });

  /** The props of a NumberField, which keeps what is typed. */
  const number = (field: TextField<Values>) => ({
    ...input(field),
    onChange: (value: string) => set(field, value as Values[typeof field]),
  });

  return { values, setValues, errors, setErrors, mark, update, set, input, number };
}
