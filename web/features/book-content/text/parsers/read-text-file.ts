import { limits } from '#contract/core/limits';
import { readParagraphs } from '../../model/paragraphs.ts';
import { readDocx } from './docx.ts';
import { readMarkdown } from './markdown.ts';

/** The maximum size, far above the text of any chapter. */
export const MAX_TEXT_FILE_BYTES = 20 * 1024 * 1024;

export type TextFileProblem = 'kind' | 'size' | 'unreadable' | 'empty';
export type ReadTextFile = { readonly paragraphs: readonly string[] } | { readonly problem: TextFileProblem };

/** Decodes text by its byte order mark, as UTF-8, otherwise in the legacy encoding of the book's language. */
export function decodeText(bytes: Uint8Array, language: string): string {
  const [first, second] = bytes;
  const markedEncoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined;
  if (markedEncoding) return new TextDecoder(markedEncoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(language === 'tr' ? 'windows-1254' : 'windows-1252').decode(bytes);
  }
}

/** Splits a paragraph above the maximum length: after a sentence, otherwise between words. */
function splitLong(paragraph: string): string[] {
  const chunks: string[] = [];
  let rest = paragraph;
  while (rest.length > limits.maxTextItemLength) {
    const piece = rest.slice(0, limits.maxTextItemLength);
    const end = /^[\s\S]*[.!?…]["'”’»)]?(?=\s)/u.exec(piece)?.[0].length ?? piece.lastIndexOf(' ');
    const length = end > 0 ? end : piece.length;
    chunks.push(rest.slice(0, length).trim());
    rest = rest.slice(length).trim();
  }
  return [...chunks, rest];
}

async function paragraphsIn(file: File, language: string): Promise<string[] | undefined> {
  const bytes = await file.arrayBuffer();
  if (/\.docx$/i.test(file.name)) return readDocx(bytes);
  const text = decodeText(new Uint8Array(bytes), language);
  // Text files contain no NUL characters, regardless of their name.
  if (text.includes('\0')) return undefined;
  return /\.txt$/i.test(file.name) ? readParagraphs(text) : readMarkdown(text);
}

/** Returns the paragraphs of a chosen file: `.txt`, `.md` or `.docx`. */
export async function readTextFile(file: File, language: string): Promise<ReadTextFile> {
  if (!/\.(?:txt|md|markdown|docx)$/i.test(file.name)) return { problem: 'kind' };
  if (file.size > MAX_TEXT_FILE_BYTES) return { problem: 'size' };
  const fileParagraphs = await paragraphsIn(file, language);
  if (!fileParagraphs) return { problem: 'unreadable' };
  const paragraphs = fileParagraphs
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .filter((text) => text !== '')
    .flatMap(splitLong);
  return paragraphs.length > 0 ? { paragraphs } : { problem: 'empty' };
}
