import { isUtf8 } from 'node:buffer';
import { Parser } from 'htmlparser2';
import { unreadable } from './parse-error.ts';

/** Far more than the package document and contents of any book. */
const MAX_XML_BYTES = 10 * 1024 * 1024;
const MAX_DEPTH = 200;

export interface Markup {
  /** In lower case and without its prefix: `dc:title` is `title`. */
  readonly name: string;
  /** By their full names. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Markup | string)[];
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/**
 * Parses the XML of a book's package. Entities declared in the document are never expanded, and nothing is loaded.
 * @throws ParseError
 */
export function parseXml(bytes: Buffer): Markup {
  if (bytes.length > MAX_XML_BYTES) throw unreadable('A description file of the EPUB is too large.');
  interface OpenElement {
    name: string;
    attributes: Record<string, string>;
    children: (Markup | string)[];
  }
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const path = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (path.length > MAX_DEPTH) throw unreadable('A description file of the EPUB is nested too deeply.');
        const element: OpenElement = { name: withoutPrefix(name), attributes, children: [] };
        path.at(-1)?.children.push(element);
        path.push(element);
      },
      onclosetag: () => void (path.length > 1 && path.pop()),
      ontext: (text) => void path.at(-1)?.children.push(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(decode(bytes));
  return root;
}

/** The encoding in an XML declaration or an HTML meta element. */
const NAMED_ENCODING = /(?:encoding|charset)\s*=\s*["']?\s*([\w-]{2,20})/i;
const HEAD_BYTES = 1024;

function namedEncoding(bytes: Buffer): string | undefined {
  const [, name] = NAMED_ENCODING.exec(bytes.toString('latin1', 0, HEAD_BYTES)) ?? [];
  try {
    return name && new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** Decodes UTF-16 with a byte order mark, valid UTF-8, else the encoding that the document declares. */
export function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const encoding = isUtf8(bytes) ? 'utf-8' : (namedEncoding(bytes) ?? 'utf-8');
  return new TextDecoder(encoding).decode(bytes);
}

const isElement = (child: Markup | string): child is Markup => typeof child !== 'string';

/** Yields all descendant elements in document order. */
export function* elementsIn({ children }: Markup): Generator<Markup> {
  for (const child of children) {
    if (!isElement(child)) continue;
    yield child;
    yield* elementsIn(child);
  }
}

export const elementsNamed = (root: Markup, name: string): Markup[] =>
  [...elementsIn(root)].filter((element) => element.name === name);

export const firstElementNamed = (root: Markup, name: string): Markup | undefined =>
  elementsNamed(root, name)[0];

export const childrenNamed = ({ children }: Markup, name: string): Markup[] =>
  children.filter(isElement).filter((child) => child.name === name);

/** Returns an attribute by its local name, with any prefix. */
export function attributeOf({ attributes }: Markup, name: string): string | undefined {
  const key = Object.keys(attributes).find((item) => withoutPrefix(item) === name);
  return key === undefined ? undefined : attributes[key];
}

const plainText = ({ children }: Markup): string =>
  children.map((child) => (isElement(child) ? plainText(child) : child)).join('');

/** Returns all text of an element on one line. */
export const textOf = (root: Markup): string => inOneLine(plainText(root));

/** Returns text with collapsed white space, without soft hyphens and the NUL that databases reject. */
export const inOneLine = (text: string): string =>
  text
    .replaceAll(/[\u00ad\0]/g, '')
    .replaceAll(/\s+/gu, ' ')
    .toWellFormed()
    .trim();
