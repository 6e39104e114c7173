import { exportedBook } from '#contract/book-export';
import { formatBytes } from '#contract/format-bytes';
import { importLimits } from '#contract/import-terms';
import { languagesInForce } from '#contract/languages';
import type { Source } from '#server/media/source';
import type { Found, FoundInJson } from './found.ts';
import { decode } from './markup.ts';
import { ReadProblem, beyondLimit } from './read-problem.ts';

/** Of the largest book that may be imported, with long passages. */
const MAX_BYTES = 96 * 1024 * 1024;

const noBook = () => new ReadProblem('foreign', 'This is no book that was exported from here.');

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    throw noBook();
  }
}

/** Reads a book that was exported as JSON. @throws ReadProblem */
export async function readBookJson(source: Source): Promise<FoundInJson> {
  if (source.size > MAX_BYTES)
    throw beyondLimit(`A book as JSON may have ${formatBytes(MAX_BYTES)}; this one has more.`);
  const { success, data: book } = exportedBook.safeParse(parse(await source.read(0, source.size)));
  if (!success) throw noBook();
  const count = book.chapters.reduce((sum, { texts }) => sum + texts.length, 0);
  if (count > importLimits.maxTextItems)
    throw beyondLimit(`The book has more than ${importLimits.maxTextItems.toLocaleString('en')} passages.`);
  const found = (value: string): Found[] => (value === '' ? [] : [{ value, source: 'json' }]);
  return {
    kind: 'json',
    fields: {
      name: found(book.name),
      author: found(book.author),
      narrator: found(book.narrator),
      description: found(book.description),
      year: found(book.year > 0 ? String(book.year) : ''),
      language: found(
        languagesInForce().some(({ code }) => code === book.language) ? String(book.language) : '',
      ),
    },
    category_code: book.category_code,
    sub_category_code: book.sub_category_code,
    chapters: book.chapters.map(({ name, sound, texts }) => ({
      name,
      sound,
      items: texts.map(({ text }) => text),
    })),
  };
}
