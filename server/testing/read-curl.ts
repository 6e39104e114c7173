import type { CallOptions, FormFile } from './build-test-app.ts';

/** Returns the words of a shell command with single quotes and lines that a backslash continues. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  for (const [, word] of command.matchAll(/((?:'[^']*'|\\[^\n]|[^\s'\\])+)|\\\n|\s+/g)) {
    if (word !== undefined) words.push(word.replaceAll(/'([^']*)'|\\(.)/g, '$1$2'));
  }
  return words;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly url: string;
  readonly options: CallOptions;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

/** Parses a curl command with the flags of the examples. @throws for any other flag */
export function readCurl(command: string, fileOf: (name: string) => FormFile): Request {
  const [program, address = '', ...flags] = wordsOf(command);
  if (program !== 'curl') throw new Error(`This is not curl: ${command}`);
  const headers: Record<string, string> = {};
  const form: Record<string, string | string[] | FormFile> = {};
  let verb = 'GET';
  let json: unknown;
  let bytes: Uint8Array | undefined;
  const add = (pair: string, isFile: boolean) => {
    const index = pair.indexOf('=');
    const [name, value] = [pair.slice(0, index), pair.slice(index + 1)];
    const existing = form[name];
    if (isFile && value.startsWith('@')) form[name] = fileOf(value.slice(1));
    else if (typeof existing === 'string') form[name] = [existing, value];
    else if (Array.isArray(existing)) existing.push(value);
    else form[name] = value;
  };
  while (flags.length > 0) {
    const flag = flags.shift();
    if (flag === '--head') {
      verb = 'HEAD';
      continue;
    }
    const value = flags.shift() ?? '';
    if (flag === '--request') verb = value;
    else if (flag === '--header')
      headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 1).trim();
    else if (flag === '--json') json = JSON.parse(value);
    else if (flag === '--data-binary') bytes = fileOf(value.slice(1)).bytes;
    else if (flag === '--form' || flag === '--form-string') add(value, flag === '--form');
    else throw new Error(`curl with ${String(flag)} is not understood here.`);
  }
  const hasForm = Object.keys(form).length > 0;
  if (verb === 'GET' && (hasForm || json !== undefined)) verb = 'POST';
  const method = methods.find((item) => item === verb);
  if (!method) throw new Error(`Unknown method: ${verb}`);
  const { pathname, search } = new URL(address);
  return {
    method,
    url: `${pathname}${search}`,
    options: {
      headers,
      ...(bytes && { bytes }),
      ...(hasForm && { form }),
      ...(json !== undefined && { json }),
    },
  };
}
