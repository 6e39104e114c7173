import { createHash } from 'node:crypto';
import type { ListItem } from '#server/core/audit-log/list-change';
import { inChunks } from '#server/core/yield-to-event-loop';
import type { ChapterLists } from '#server/features/books/book-writes';
import {
  type ChapterValues,
  type TextValues,
  chapterColumns,
  isSame,
  textColumns,
} from './content-blocks.ts';
import type { Plan, PlannedChapter, StoredBookContent } from './plan-types.ts';

/** Enough characters of a text's hash to detect a change. */
const HASH_LENGTH = 16;

const textsForAuditLog = (texts: readonly TextValues[]) => ({
  text_items: texts.length,
  text_hash: createHash('sha256')
    .update(JSON.stringify(texts.map((text) => [text.code, text.text])))
    .digest('hex')
    .slice(0, HASH_LENGTH),
});

/** Returns a chapter in the form that the audit log has for other writes of books. */
function toItem(chapter: ChapterValues, texts: readonly TextValues[] | undefined): ListItem {
  const { code, name, duration, audio_key, starts_at, ends_at } = chapter;
  return {
    key: code,
    name,
    details: {
      name,
      duration,
      ...(audio_key !== null && { audio_key }),
      ...(starts_at !== null && { start: starts_at }),
      ...(ends_at !== null && { end: ends_at }),
      ...(texts && texts.length > 0 && textsForAuditLog(texts)),
    },
  };
}

const isUnchanged = ({ before, values, texts }: PlannedChapter): boolean =>
  before !== undefined &&
  isSame(before, values, chapterColumns) &&
  (texts ?? []).every(
    (text, index) =>
      text.before?.position === index &&
      text.before.chapter_id === before.id &&
      isSame(text.before, text.values, textColumns),
  );

/** Returns the lists that the audit log compares: every chapter, and the values before and after of changed ones, without texts. */
export async function listsForAuditLog(storedContent: StoredBookContent, plan: Plan): Promise<ChapterLists> {
  const chapterIds = new Set(plan.removedTexts.map(({ chapter_id }) => chapter_id));
  const plain = new Set(
    plan.chapters.flatMap((chapter) =>
      chapter.before && isUnchanged(chapter) && !chapterIds.has(chapter.before.id) ? [chapter.before.id] : [],
    ),
  );
  const touchedChapters = new Set(
    plan.chapters.flatMap(({ before, texts }) => (before && texts === undefined ? [before.id] : [])),
  );
  const before: ListItem[] = [];
  for await (const row of inChunks(storedContent.chapters))
    before.push(
      plain.has(row.id)
        ? { key: row.code, name: row.name }
        : toItem(row, touchedChapters.has(row.id) ? undefined : storedContent.texts.get(row.id)),
    );
  const after: ListItem[] = [];
  for await (const { before: row, values, texts } of inChunks(plan.chapters))
    after.push(
      row && plain.has(row.id)
        ? { key: values.code, name: values.name }
        : toItem(
            values,
            texts?.map((text) => text.values),
          ),
    );
  return { before, after };
}
