import { type ExampleCall, placeholders } from './examples.ts';
import { type OpenApiDocument, operationsOf } from './openapi.ts';
import type { Operation } from './path-item.ts';

/** An operation and its address. */
export interface CallAddress {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The start of the path: `/api`, or the root for files. */
  readonly base: string;
}

/** Returns the method and path of an operation by its ID. */
export function callAddressOf(document: OpenApiDocument, operationId: string): CallAddress {
  const match = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!match) throw new Error(`Unknown operation: ${operationId}`);
  return { ...match, base: document.paths[match.path]?.servers ? '' : '/api' };
}

const quoteText = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns true if the body is sent as a form. */
const isForm = ({ files }: ExampleCall): boolean => files !== undefined;

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the fields of a body in form notation: `author[name]`, and string lists as `book_codes[]`. */
export function formFieldsOf({ body = {} }: ExampleCall): Record<string, unknown> {
  const fields = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[`${key}[]`, value]];
    if (typeof value !== 'object' || value === null) return [[key, value]];
    return Object.entries(value).map(([member, inner]): [string, unknown] => [`${key}[${member}]`, inner]);
  });
  return Object.fromEntries(fields);
}

/** Returns the URL of an example, relative to the root of the server. */
export function addressOf({ path, base }: CallAddress, example: ExampleCall): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    String(example.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${base}${filledPath}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** Returns the example as a curl command. */
export function toCurl(address: CallAddress, example: ExampleCall): string {
  const { method, operation } = address;
  const needsToken = operation.security.length > 0;
  const flags: string[] = [];
  if (method === 'head') flags.push('--head');
  else if (method !== 'get') flags.push(`--request ${method.toUpperCase()}`);
  if (needsToken) flags.push(`--header 'Authorization: Bearer ${placeholders.token}'`);
  for (const [name, value] of Object.entries(example.headers ?? {}))
    flags.push(`--header ${quoteText(`${name}: ${value}`)}`);
  if (example.bytes) flags.push(`--data-binary ${quoteText(`@${example.bytes}`)}`);
  if (isForm(example)) {
    for (const [key, value] of Object.entries(formFieldsOf(example)))
      for (const item of Array.isArray(value) ? value : [value])
        flags.push(`--form-string ${quoteText(`${key}=${toText(item)}`)}`);
    for (const [key, name] of Object.entries(example.files ?? {}))
      flags.push(`--form ${quoteText(`${key}=@${name}`)}`);
  } else if (example.body) {
    flags.push(`--json ${quoteText(JSON.stringify(example.body))}`);
  }
  return [`curl ${quoteText(`${placeholders.origin}${addressOf(address, example)}`)}`, ...flags].join(
    ' \\\n  ',
  );
}

/** Returns a value as TypeScript source. */
function toCode(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    const lines = value.map((item) => toCode(item, `${indent}  `));
    return oneLineOrMore(lines, { open: '[', close: ']', indent });
  }
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(([key, item]) => `${toKey(key)}: ${toCode(item, `${indent}  `)}`);
    return oneLineOrMore(lines, { open: '{ ', close: ' }', indent });
  }
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`).replaceAll('\n', String.raw`\n`)}'`
    : String(value);
}

const toKey = (key: string): string => (/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`);

function oneLineOrMore(
  lines: readonly string[],
  { open, close, indent }: { readonly open: string; readonly close: string; readonly indent: string },
): string {
  const line = `${open}${lines.join(', ')}${close}`;
  if (line.length <= 70 && !line.includes('\n')) return line;
  return `${open.trim()}\n${lines.map((items) => `${indent}  ${items},\n`).join('')}${indent}${close.trim()}`;
}

/** Returns the example as a call of the generated client, which is available as `client`. */
export function toTypeScript({ method, path }: CallAddress, example: ExampleCall): string {
  const { path: inPath, query, headers, body, files } = example;
  const params = {
    ...(inPath && { path: inPath }),
    ...(query && { query }),
    ...(headers && { header: headers }),
  };
  const lines: string[] = [];
  if (Object.keys(params).length > 0) lines.push(`params: ${toCode(params, '  ')}`);
  if (body) {
    const fields = Object.entries(body).map(([key, value]) => `${toKey(key)}: ${toCode(value, '    ')}`);
    const fileFields = Object.entries(files ?? {}).map(
      ([key, name]) => `${toKey(key)}: await openAsBlob('${name}')`,
    );
    lines.push(
      `body: ${oneLineOrMore([...fields, ...fileFields], { open: '{ ', close: ' }', indent: '  ' })}`,
    );
  }
  if (path.startsWith('/uploads') && method !== 'get') {
    const options = {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${placeholders.token}`, ...headers },
    };
    const content = example.bytes === undefined ? '' : `\n  body: await openAsBlob('${example.bytes}'),`;
    const init = Object.entries(options).map(([key, value]) => `\n  ${key}: ${toCode(value, '  ')},`);
    const address = path.replace('{upload}', String(inPath?.['upload'] ?? ''));
    return `const response = await fetch('${placeholders.origin}/api${address}', {${init.join('')}${content}\n});`;
  }
  if (path.startsWith('/media/')) {
    const options =
      method === 'head' ? `, { method: 'HEAD' }` : headers ? `, { headers: ${toCode(headers, '')} }` : '';
    return `const response = await fetch('${placeholders.origin}/media/${String(inPath?.['key'])}'${options});`;
  }
  // The client parses responses as JSON unless `parseAs` is set.
  if (path.startsWith('/audit-log/files/') || path.endsWith('/download')) lines.push(`parseAs: 'blob'`);
  if (/\.(?:csv|ics)$/.test(path) || example.query?.['as'] === 'csv') lines.push(`parseAs: 'text'`);
  const options =
    lines.length > 0 ? `, {\n${lines.map((optionLines) => `  ${optionLines},\n`).join('')}}` : '';
  return `const { data, error } = await client.${method.toUpperCase()}('${path}'${options});`;
}
