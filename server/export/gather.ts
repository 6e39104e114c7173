import type { Kysely } from 'kysely';
import { type ExportedBook, exportFormat } from '#contract/book-export';
import type { Book } from '#contract/resources/books';
import type { Schema } from '#server/db/schema';

/** A book with everything that an export of it may hold. */
export interface Gathered {
  readonly book: ExportedBook;
  /** The files with its sound: their keys, by the names they have in an archive. */
  readonly sounds: ReadonlyMap<string, string>;
  readonly coverKey: string | null;
}

/** A name for a file on any system. */
export const toFileName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 80)
    .replace(/[. ]+$/, '') || 'Untitled';

/** With its dot. */
export const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.'));

/** Only one chapter of it, with the sound that it plays; undefined when it has no such chapter. */
export function onlyChapter({ book, sounds, coverKey }: Gathered, at: number): Gathered | undefined {
  const chapter = book.chapters[at];
  if (!chapter) return undefined;
  return {
    book: { ...book, chapters: [chapter] },
    sounds: new Map([...sounds].filter(([name]) => name === chapter.sound?.file)),
    coverKey,
  };
}

/** Gathers what exports hold. Files are named by the first chapter that plays them. */
export async function gatherBook(db: Kysely<Schema>, whole: Book): Promise<Gathered> {
  const rows = await db
    .selectFrom('chapters')
    .select(['code', 'audio_key', 'starts_at', 'ends_at'])
    .where('book_id', '=', whole.id)
    .orderBy('position')
    .execute();
  const keys = await db
    .selectFrom('books')
    .select(['audio_key', 'image_key'])
    .where('id', '=', whole.id)
    .executeTakeFirstOrThrow();
  const names = new Map<string, string>();
  const isShared = (key: string) =>
    key === keys.audio_key || rows.filter((row) => row.audio_key === key).length > 1;
  const nameOf = (key: string, chapter: string): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
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
      sound: row && key ? { file: nameOf(key, chapter.name), start: row.starts_at, end: row.ends_at } : null,
      texts: chapter.text_items.map(({ code, text }) => ({ code: code ?? '', text })),
    };
  });
  // Sound of which no chapter is a part belongs to the book all the same.
  if (keys.audio_key !== null) nameOf(keys.audio_key, whole.name);
  return {
    book: {
      format: exportFormat,
      version: 1,
      code: whole.code,
      name: whole.name,
      author: whole.author.name,
      narrator: whole.narrator ?? '',
      description: whole.description,
      year: whole.year ?? 0,
      language: whole.language ?? 0,
      category_code: whole.category?.code ?? null,
      sub_category_code: whole.sub_category?.code ?? null,
      chapters,
    },
    sounds: new Map([...names].map(([key, name]) => [name, key])),
    coverKey: keys.image_key,
  };
}
