import type { Kysely } from 'kysely';
import { type ExportedBook, exportFormat } from '#contract/exports/exported-book';
import type { Book } from '#contract/books/books';
import { recordForFile } from '#contract/books/book-details';
import { exportedFieldsOf } from '#contract/imports/proposal-fields';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { TextItemRow } from '#server/core/db/tables/book-content';
import { readSentences } from './timed.ts';

type ExportedChapter = ExportedBook['chapters'][number];

/** Number of chapters whose texts are read before the event loop runs other work. */
const CHAPTERS_AT_ONCE = 20;

const textsOfChapters = prepareForIds(
  (db, ids) => db.selectFrom('text_items').selectAll().where('chapter_id', 'in', ids).orderBy('position'),
  CHAPTERS_AT_ONCE,
);

/** Returns a text with its times, if any. */
function toText(row: TextItemRow): ExportedChapter['texts'][number] {
  const { code, text, starts_at: start, ends_at: end, confidence, time_state: state } = row;
  if (start === null && state === null && row.sentences === null) return { code, text };
  return {
    code,
    text,
    start,
    end,
    confidence,
    state,
    sentences: readSentences(row.sentences).map(([from, to, begins, ends, sure = null, how = null]) => ({
      from,
      to,
      start: begins,
      end: ends,
      confidence: sure,
      state: how,
    })),
  };
}

/** Reads spans from a list that alternates starts and ends. */
const readSpans = (json: string): { start: number; end: number }[] => {
  const flat = JSON.parse(json) as number[];
  return Array.from({ length: flat.length >> 1 }, (_, index) => ({
    start: flat[index * 2] ?? 0,
    end: flat[index * 2 + 1] ?? 0,
  }));
};

/** A book with all data that an export may include. */
export interface ExportContents {
  readonly book: ExportedBook;
  /** The keys of its audio files by their names in an archive. */
  readonly audios: ReadonlyMap<string, string>;
  readonly coverKey: string | null;
}

/** Returns a file name that is valid on any system. */
export const toFileName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 80)
    .replace(/[. ]+$/, '') || 'Untitled';

/** Returns the extension with its dot. */
export const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.'));

/** Returns one chapter with its audio; undefined when it does not exist. */
export function onlyChapter(
  { book, audios, coverKey }: ExportContents,
  index: number,
): ExportContents | undefined {
  const chapter = book.chapters[index];
  if (!chapter) return undefined;
  return {
    book: { ...book, chapters: [chapter] },
    audios: new Map([...audios].filter(([name]) => name === chapter.audio?.file)),
    coverKey,
  };
}

const seriesOfBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('series_books')
    .innerJoin('series', 'series.id', 'series_books.series_id')
    .select(['title', 'volume'])
    .where('book_id', 'in', ids)
    .orderBy('series.id'),
);

const sortNamesByIds = prepareForIds((db, ids) =>
  db.selectFrom('authors').select(['id', 'sort_name']).where('id', 'in', ids).where('sort_name', '!=', ''),
);

/** Returns the contributors of a book with their sort names. */
async function contributorsOf(
  db: Kysely<Schema>,
  { contributors = [] }: Book,
): Promise<NonNullable<ExportedBook['contributors']>> {
  const rows = await sortNamesByIds(
    db,
    contributors.map(({ id }) => id),
  );
  const sortNames = new Map(rows.map(({ id, sort_name }) => [id, sort_name]));
  return contributors.map(({ id, name, role }) => {
    const sort_name = sortNames.get(id);
    return { name, role, ...(sort_name !== undefined && { sort_name }) };
  });
}

/** Reads the data of an export. Audio files are named after the first chapter that plays them. */
export async function gatherBook(db: Kysely<Schema>, whole: Book): Promise<ExportContents> {
  const rows = await db
    .selectFrom('chapters')
    .select(['id', 'code', 'audio_key', 'starts_at', 'ends_at', 'is_locked', 'audio_without_text'])
    .where('book_id', '=', whole.id)
    .orderBy('position')
    .execute();
  const keys = await db
    .selectFrom('books')
    .select(['audio_key', 'image_key'])
    .where('id', '=', whole.id)
    .executeTakeFirstOrThrow();
  const texts = Map.groupBy(
    await textsOfChapters(
      db,
      rows.map(({ id }) => id),
    ),
    ({ chapter_id }) => chapter_id,
  );
  const names = new Map<string, string>();
  const isShared = (key: string) =>
    key === keys.audio_key || rows.filter((row) => row.audio_key === key).length > 1;
  const nameOf = (key: string, chapter: string): string => {
    const cachedName = names.get(key);
    if (cachedName !== undefined) return cachedName;
    const number = String(names.size + 1).padStart(3, '0');
    const name = `${number} ${toFileName(isShared(key) ? whole.name : chapter)}${extensionOf(key)}`;
    names.set(key, name);
    return name;
  };
  const chapters = (whole.chapters ?? []).map((chapter, index) => {
    const row = rows[index];
    const key = row?.audio_key ?? (row?.starts_at === null ? null : keys.audio_key);
    return {
      code: chapter.code ?? '',
      name: chapter.name,
      duration: chapter.duration,
      audio: row && key ? { file: nameOf(key, chapter.name), start: row.starts_at, end: row.ends_at } : null,
      ...(row?.is_locked === 1 && { is_locked: true }),
      ...(row &&
        row.audio_without_text !== null && { audio_without_text: readSpans(row.audio_without_text) }),
      texts: (row ? (texts.get(row.id) ?? []) : []).map(toText),
    };
  });
  // Audio that no chapter plays belongs to the book too.
  if (keys.audio_key !== null) nameOf(keys.audio_key, whole.name);
  const record = recordForFile(whole);
  const { edition_of: edition, sample } = whole;
  const contributors = await contributorsOf(db, whole);
  const series = await seriesOfBooks(db, [whole.id]);
  return {
    book: {
      format: exportFormat,
      version: 1,
      code: whole.code,
      ...exportedFieldsOf(whole),
      ...(contributors.length > 0 && { contributors }),
      ...(series.length > 0 && { series: series.map(({ title, volume }) => ({ title, position: volume })) }),
      ...(Object.keys(record).length > 0 && { publication_record: record }),
      ...(whole.custom && { custom: whole.custom }),
      category_code: whole.category?.code ?? null,
      sub_category_code: whole.sub_category?.code ?? null,
      ...(sample && { sample }),
      ...(edition && { edition_of: { code: edition.code, name: edition.name } }),
      chapters,
    },
    audios: new Map([...names].map(([key, name]) => [name, key])),
    coverKey: keys.image_key,
  };
}
