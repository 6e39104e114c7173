import { useCallback, useState } from 'react';

export type FieldErrors = Readonly<Record<string, string>>;

/** The fields with a text value: inputs, text areas and selects. */
export type TextField<Values> = {
  [Field in keyof Values]-?: Values[Field] extends string ? Field : never;
}[keyof Values] &
  string;

export interface Edited {
  readonly currentTarget: { readonly value: string };
}

/**
 * Returns the values and errors of a form by field. Unedited values keep their identity, so long lists are not rendered on each key press.
 * `onEdit` must be the same function on every render.
 */
export function useFormValues<Values extends object>(initial: () => Values, onEdit?: () => void) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});

  /** Handles an edit of a field: clears its error or sets a new one. */
  const mark = useCallback(
    (field: string, error?: string) => {
      setErrors(({ [field]: _before, ...rest }) =>
        error === undefined ? rest : { ...rest, [field]: error },
      );
      onEdit?.();
    },
    [onEdit],
  );

  /** Sets the value of a field. */
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

  /** Returns the props of an input, a text area or a select. The field is only marked; the message is shown once for the form. */
  const input = (field: TextField<Values>) => ({
    name: field,
    value: values[field] as string,
    error: errors[field] !== undefined,
    onChange: ({ currentTarget: { value } }: Edited) => set(field, value as Values[typeof field]),
  });

  /** Returns the props of a NumberField, which manages the typed text. */
  const number = (field: TextField<Values>) => ({
    ...input(field),
    onChange: (value: string) => set(field, value as Values[typeof field]),
  });

  return { values, setValues, errors, setErrors, mark, update, set, input, number };
}
