import type { Transaction } from 'kysely';
import type { BookContent } from '#contract/book-content/book-content';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseChangeRow } from '#server/core/db/tables/releases';
import { chaptersOf } from '#server/features/book-content/book-content-rows';
import type { UploadedAudio } from '#server/features/book-content/chapter-audio';
import type { ChapterOrder } from '#server/features/book-content/plan-types';
import { saveBookContent } from '#server/features/book-content/save-book-content';
import type { BookSettings } from '#server/features/books/book-rows';

/** The content of a book that a change saves. A release has at most one such change of a book. */
export interface HeldContent {
  /** The live version of the content on which it is based. */
  readonly revision: number;
  /** All chapters in order. An unchanged chapter has only its ID. New chapters and text items have a reserved ID as `newId`. */
  readonly chapters: readonly ChapterOrder[];
  /** The audio of chapters that the release adds, by `upload_id`. */
  readonly uploads: Readonly<Record<string, UploadedAudio>>;
}

/** Returns the content that a change saves; undefined for a change of other fields. */
export const readContent = ({
  action,
  input,
}: Pick<ReleaseChangeRow, 'action' | 'input'>): HeldContent | undefined =>
  action === 'changed' && input !== '' ? (JSON.parse(input) as HeldContent) : undefined;

/** Returns the keys of the audio files that a release adds to a book. */
export const keysOfContent = (content: HeldContent | undefined): string[] =>
  Object.values(content?.uploads ?? {}).map(({ key }) => key);

type Chapter = BookContent['chapters'][number];

/** Returns the content after a save as changes of the content before it. */
export function contentChanges(
  before: Pick<BookContent, 'chapters'>,
  after: Pick<BookContent, 'chapters'>,
  uploads: HeldContent['uploads'],
): Pick<HeldContent, 'chapters' | 'uploads'> {
  const chaptersById = new Map(before.chapters.map((chapter) => [chapter.id, chapter]));
  const textIds = new Set(before.chapters.flatMap(({ text_items = [] }) => text_items.map(({ id }) => id)));
  const usedUploads: Record<string, UploadedAudio> = {};
  const uploadOf = (url: string | null) =>
    Object.entries(uploads).find(([, { key }]) => url?.split('/').at(-1) === key);
  const orderOf = ({ id, text_items = [], audio_url, ...values }: Chapter): ChapterOrder => {
    const uploadEntry = uploadOf(audio_url);
    if (uploadEntry) usedUploads[uploadEntry[0]] = uploadEntry[1];
    return {
      ...values,
      ...(chaptersById.has(id) ? { id } : { newId: id }),
      ...(uploadEntry ? { upload_id: uploadEntry[0] } : { audio_url }),
      text_items: text_items.map(({ id: textId, ...item }) =>
        textIds.has(textId) ? { id: textId, ...item } : { newId: textId, ...item },
      ),
    };
  };
  const chapters = after.chapters.map((chapter): ChapterOrder => {
    const earlier = chaptersById.get(chapter.id);
    return earlier && JSON.stringify(earlier) === JSON.stringify(chapter)
      ? { id: chapter.id }
      : orderOf(chapter);
  });
  return { chapters, uploads: usedUploads };
}

const newIdsIn = (chapters: readonly ChapterOrder[]) => ({
  chapters: chapters.flatMap(({ newId }) => newId ?? []),
  text_items: chapters.flatMap(({ text_items = [] }) => text_items.flatMap(({ newId }) => newId ?? [])),
});

/**
 * Returns the chapters with reserved IDs for the rows that a save adds. Rows that an earlier save added have reserved ones already.
 * @param earlier the chapters of the earlier save
 */
export async function withReservedIds(
  chapters: readonly ChapterOrder[],
  earlier: readonly ChapterOrder[],
  reserve: (table: 'chapters' | 'text_items', count: number) => Promise<number[]>,
): Promise<ChapterOrder[]> {
  const reservedIds = newIdsIn(earlier);
  const newIds = newIdsIn(chapters);
  const idsOf = async (table: 'chapters' | 'text_items') => {
    const earlierIds = new Set(reservedIds[table]);
    const unreservedIds = newIds[table].filter((id) => !earlierIds.has(id));
    const ids = unreservedIds.length > 0 ? await reserve(table, unreservedIds.length) : [];
    return new Map(unreservedIds.map((id, index) => [id, ids[index]]));
  };
  const chapterIds = await idsOf('chapters');
  const textIds = await idsOf('text_items');
  const withNewId = <Row extends { readonly newId?: number | undefined }>(
    row: Row,
    ids: ReadonlyMap<number, number | undefined>,
  ): Row => (row.newId === undefined ? row : { ...row, newId: ids.get(row.newId) ?? row.newId });
  return chapters.map((chapter) => ({
    ...withNewId(chapter, chapterIds),
    ...(chapter.text_items && { text_items: chapter.text_items.map((text) => withNewId(text, textIds)) }),
  }));
}

/** Returns true if a save leaves the content as it was. */
export const isUnchanged = (
  before: Pick<BookContent, 'chapters'>,
  chapters: readonly ChapterOrder[],
): boolean =>
  before.chapters.length === chapters.length &&
  chapters.every(
    (chapter, index) => chapter.id === before.chapters[index]?.id && Object.keys(chapter).length === 1,
  );

/**
 * Saves the content of a change. An unchanged chapter that was deleted since stays deleted.
 * @returns the keys of files without a reference @throws AppError 404, 422
 */
export async function writeContent(
  trx: Transaction<Schema>,
  { record_id: id, user_id: userId }: Pick<ReleaseChangeRow, 'record_id' | 'user_id'>,
  { content, settings }: { readonly content: HeldContent; readonly settings: BookSettings },
): Promise<string[]> {
  const liveIds = new Set((await chaptersOf(trx, id)).map((chapter) => chapter.id));
  const chapters = content.chapters.filter(
    (chapter) => Object.keys(chapter).length > 1 || (chapter.id !== undefined && liveIds.has(chapter.id)),
  );
  return saveBookContent(
    trx,
    { id, force: true, chapters },
    { userId, settings, uploads: new Map(Object.entries(content.uploads)) },
  );
}
