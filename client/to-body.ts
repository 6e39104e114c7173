/** Returns the body as JSON. A body with a file or a form field name such as `author[name]` becomes a form. */
export function toBody(body: unknown): FormData | string {
  if (body instanceof FormData) return body;
  const entries = isObject(body) ? Object.entries(body) : [];
  const isForm = entries.some(([key, value]) => value instanceof Blob || key.includes('['));
  return isForm ? toForm(entries) : JSON.stringify(body);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a form field. `null` and `undefined` become an empty string. */
const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

function toForm(entries: readonly [string, unknown][]): FormData {
  const form = new FormData();
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    if (value instanceof Blob) {
      form.append(key, value);
    } else if (Array.isArray(value)) {
      const name = key.endsWith('[]') ? key : `${key}[]`;
      // A form represents an empty list by one empty entry.
      for (const entry of value.length > 0 ? value : ['']) form.append(name, toText(entry));
    } else if (isObject(value)) {
      for (const [member, inner] of Object.entries(value))
        if (inner !== undefined) form.append(`${key}[${member}]`, toText(inner));
    } else {
      form.append(key, toText(value));
    }
  }
  return form;
}
