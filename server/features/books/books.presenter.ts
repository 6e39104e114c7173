import { entryTypes } from '#contract/core/responses';
import type { Book, Chapter } from '#contract/books/books';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { presentStored } from '#contract/custom-fields/custom-values';
import { bookColumns } from '#server/core/db/tables/books';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { mediaUrl } from '#server/core/media/media-url';
import { bookCodeOf } from '#server/core/resource/book-code';
import { createPresenter } from '#server/core/resource/columns';
import type { contributorsByBooks } from './book-contributors.ts';
import type { BookRow, ChapterRow, TextItemRow } from './books.repository.ts';

const present = createPresenter(bookColumns);

function trackUrl(chapter: ChapterRow, bookAudioKey: string | null): string | null {
  const key = chapter.audio_key ?? (chapter.starts_at === null ? null : bookAudioKey);
  if (key === null || chapter.starts_at === null) return mediaUrl(key);
  const end = chapter.ends_at === null ? '' : `,${chapter.ends_at}`;
  return `${mediaUrl(key)}#t=${chapter.starts_at}${end}`;
}

const toTextItem = ({ id, code, text, starts_at, ends_at }: TextItemRow): Chapter['text_items'][number] => ({
  id,
  code,
  text,
  ...(starts_at !== null && { start: starts_at }),
  ...(ends_at !== null && { end: ends_at }),
});

const withType = <Type extends string>(
  type: Type,
  {
    id,
    code,
    name,
  }: { readonly id: number | null; readonly code: string | null; readonly name: string | null },
) => (id === null ? null : { id, code: code ?? '', name: name ?? '', type });

export type ContributorRow = Awaited<ReturnType<typeof contributorsByBooks>>[number];

/** All contributors of the presented books, and the custom fields. */
interface Related {
  readonly contributors: readonly ContributorRow[];
  readonly customFields: readonly CustomField[];
}

/** Returns books as response fields, without their chapters. */
export function toBooks(rows: readonly BookRow[], { contributors, customFields }: Related): Book[] {
  const byBook = Map.groupBy(contributors, ({ book_id }) => book_id);
  return rows.map((row) => toBook(row, { contributors: byBook.get(row.id) ?? [], customFields }));
}

/** Returns the values of custom fields; nothing for a book without values. */
function customOf({ custom_values }: BookRow, customFields: readonly CustomField[]): Pick<Book, 'custom'> {
  if (custom_values === '') return {};
  const custom = presentStored(customFields, custom_values);
  return Object.keys(custom).length === 0 ? {} : { custom };
}

function toBook(row: BookRow, { contributors, customFields }: Related): Book {
  const author = { id: row.author_id, name: row.author_name };
  return {
    ...present(row),
    code: bookCodeOf(row.id),
    author,
    contributors: [
      { ...author, role: 'author' },
      // A bulk edit can make the second author the first one.
      ...contributors
        .filter(({ id, role }) => role !== 'author' || id !== author.id)
        .map(({ id, name, role }) => ({ id, name, role })),
    ],
    category: withType(entryTypes.category, {
      id: row.category_id,
      code: row.category_code,
      name: row.category_name,
    }),
    sub_category: withType(entryTypes.subCategory, {
      id: row.sub_category_id,
      code: row.sub_category_code,
      name: row.sub_category_name,
    }),
    series: row.series,
    ...(row.sample_url !== undefined && { sample_url: row.sample_url }),
    ...(row.first_edition && { edition_of: row.first_edition }),
    ...(row.labelled_subjects && { subjects: row.labelled_subjects }),
    ...customOf(row, customFields),
    ...(row.publisher && { publisher: row.publisher }),
    ...(row.imprint && { imprint: row.imprint }),
  };
}

/** Texts that are assembled before the event loop runs other work. */
const TEXTS_PER_CHUNK = 5_000;

/** Adds chapters and texts to books. Other work runs between chunks when there are many. */
export async function withChapters(
  rows: readonly BookRow[],
  bookRows: Related & {
    readonly chapters: readonly ChapterRow[];
    readonly textItems: readonly TextItemRow[];
  },
): Promise<Book[]> {
  const itemsOf = Map.groupBy(bookRows.textItems, (item) => item.chapter_id);
  const chaptersOf = Map.groupBy(bookRows.chapters, (chapter) => chapter.book_id);
  let sinceYield = 0;
  const books: Book[] = [];
  const contributorsOf = Map.groupBy(bookRows.contributors, ({ book_id }) => book_id);
  for (const row of rows) {
    const chapters: Chapter[] = [];
    for (const chapter of chaptersOf.get(row.id) ?? []) {
      const items = itemsOf.get(chapter.id) ?? [];
      sinceYield += items.length;
      if (sinceYield > TEXTS_PER_CHUNK) {
        await yieldToEventLoop();
        sinceYield = 0;
      }
      chapters.push({
        id: chapter.id,
        code: chapter.code,
        name: chapter.name,
        duration: chapter.duration,
        track_url: trackUrl(chapter, row.audio_key),
        text_items: items.map(toTextItem),
      });
    }
    const relatedData = {
      contributors: contributorsOf.get(row.id) ?? [],
      customFields: bookRows.customFields,
    };
    books.push({ ...toBook(row, relatedData), chapters });
  }
  return books;
}
