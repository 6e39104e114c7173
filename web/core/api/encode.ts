export type QueryValue = string | number | boolean | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/** Returns the query string of a request, starting with `?`. Blank values are omitted, and `is_admin=1` is always included. */
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
 * Converts values to a form: `author: {id}` becomes `author[id]`, and a list repeats `key[]` with objects as JSON. An empty list is one
 * blank value, so it replaces the stored one. Files are unchanged, `null` is blank, and `undefined` is omitted.
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
      for (const [member, inner] of Object.entries(value)) append(`${key}[${member}]`, inner);
    } else form.append(key, textOf(value));
  };
  for (const [key, value] of Object.entries(values)) append(key, value);
  return form;
}

/** Returns true if one of the values is a file, which requires a form. */
export function carriesFile(values: object): boolean {
  return Object.values(values).some((value) => value instanceof Blob);
}

/** Returns true if a form contains a file. Its upload may take longer than an ordinary request. */
export function hasFile(form: FormData): boolean {
  return [...form.values()].some((value) => value instanceof Blob);
}
