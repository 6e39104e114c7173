export type QueryValue = string | number | boolean | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/** The query string of a call, led by `?`. Blank values are left out; `is_admin=1` always goes along. */
export function encodeQuery(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.append(key, String(value));
  }
  parameters.set('is_admin', '1');
  return `?${parameters}`;
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
};

/**
 * A form as the wire wants it: `author: {id}` becomes `author[id]`, a list repeats `key[]` (objects as JSON text, an empty
 * list as one blank value so that it replaces), files stay files, `null` is blank and `undefined` is absent.
 */
export function toFormData(values: object): FormData {
  const form = new FormData();
  const append = (key: string, value: unknown): void => {
    if (value === undefined) return;
    if (value instanceof Blob) form.append(key, value);
    else if (Array.isArray(value)) {
      for (const entry of value.length === 0 ? [''] : (value as unknown[]))
        form.append(`${key}[]`, textOf(entry));
    } else if (typeof value === 'object' && value !== null) {
      for (const [part, inner] of Object.entries(value)) append(`${key}[${part}]`, inner);
    } else form.append(key, textOf(value));
  };
  for (const [key, value] of Object.entries(values)) append(key, value);
  return form;
}

/** True if one of the fields is a file, which only a form can carry. */
export function carriesFile(values: object): boolean {
  return Object.values(values).some((value) => value instanceof Blob);
}

/** True if a form carries a file; its upload may take longer than an ordinary request. */
export function hasFile(form: FormData): boolean {
  return [...form.values()].some((value) => value instanceof Blob);
}
