import { recordForFile } from '#contract/books/book-details';
import { formatCount } from '#contract/core/format-count';
import { type ExportedBook, exportedBook } from '#contract/exports/exported-book';
import { formatBytes } from '#contract/core/format-bytes';
import { importLimits } from '#contract/imports/import-limits';
import { mapProposalFields, proposalTextOf } from '#contract/imports/proposal-fields';
import { storeSentences } from '#server/features/book-content/sentences';
import type { TextDetails } from '../proposal/text-details.ts';
import type { Source } from '#server/core/media/source';
import type { ParsedValue, ParsedJson } from './parsed.ts';
import { decode } from './markup.ts';
import { ParseError, beyondLimit } from './parse-error.ts';

/** Size of the largest book that can be imported, with long text items. */
const MAX_BYTES = 96 * 1024 * 1024;

type Chapter = ExportedBook['chapters'][number];
type Text = Chapter['texts'][number];

/** Returns undefined for times that are inconsistent with each other or the text. */
function timesOf({ text, start = null, end = null, confidence = null, state = null, sentences = [] }: Text) {
  const isSpan = (from: number | null, to: number | null) =>
    from === null ? to === null : to === null || to >= from;
  let last = 0;
  for (const { from, to, ...times } of sentences) {
    if (from < last || to < from || to > text.length || !isSpan(times.start, times.end)) return undefined;
    last = to;
  }
  return isSpan(start, end)
    ? ([start, end, confidence, state, storeSentences(sentences)] as const)
    : undefined;
}

const isTimed = ({ start = null, state = null, sentences = [] }: Text): boolean =>
  start !== null || state !== null || sentences.length > 0;

/** Returns details in their stored form, so that they are stored without parsing. */
function detailsOf({ code, is_locked, audio_without_text, texts }: Chapter): string {
  const details: TextDetails = {
    code,
    is_locked: is_locked === true,
    audio_without_text: (audio_without_text ?? []).filter(({ start, end }) => end > start),
    codes: texts.map((text) => text.code),
    times: texts.some(isTimed) ? texts.map((text) => (isTimed(text) ? (timesOf(text) ?? null) : null)) : [],
  };
  return JSON.stringify(details);
}

const noBook = () => new ParseError('unsupported', 'This JSON file isn’t a Lectern book export.');

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    throw noBook();
  }
}

/** Reads a book exported as JSON. @throws ParseError */
export async function readBookJson(source: Source): Promise<ParsedJson> {
  if (source.size > MAX_BYTES) throw beyondLimit(`The JSON file is larger than ${formatBytes(MAX_BYTES)}.`);
  const { success, data: book } = exportedBook.safeParse(parse(await source.read(0, source.size)));
  if (!success) throw noBook();
  const count = book.chapters.reduce((sum, { texts }) => sum + texts.length, 0);
  if (count > importLimits.maxTextItems)
    throw beyondLimit(`The book has more than ${formatCount(importLimits.maxTextItems)} text items.`);
  return {
    kind: 'json',
    fields: mapProposalFields((name): ParsedValue[] => {
      const value = proposalTextOf(name, book[name]);
      return value === '' ? [] : [{ value, source: 'json' }];
    }),
    ...(book.contributors && { contributors: book.contributors }),
    publication_record: recordForFile(book.publication_record ?? {}),
    ...(book.series && { series: book.series }),
    ...(book.custom && { custom: book.custom }),
    category_code: book.category_code,
    sub_category_code: book.sub_category_code,
    ...(book.sample && { sample: book.sample }),
    ...(book.edition_of && { edition_of: book.edition_of }),
    chapters: book.chapters.map((chapter) => ({
      name: chapter.name,
      audio: chapter.audio,
      items: chapter.texts.map(({ text }) => text),
      details: detailsOf(chapter),
    })),
  };
}
