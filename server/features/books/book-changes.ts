import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AuditLogAction } from '#contract/audit-log/audit-log';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import type { RowOf } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import { type ListItem, listChanges } from '#server/core/audit-log/list-change';
import { writeEntry } from '#server/core/audit-log/write-audit-log';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { rowChanges } from '#server/core/resource/row-changes';
import { type Contributor, contributorsForAuditLog } from './book-contributors.ts';
import { customChanges } from './book-custom-values.ts';
import { chapterRowsOf } from './chapter-rows.ts';

type StoredBook = RowOf<typeof bookColumns>;

/** A book as the audit log compares it. A write does not change lists that are absent. */
export interface BookState {
  readonly row: StoredBook;
  readonly chapters?: readonly ListItem[];
  /** Absent, or the contributors other than the first author. */
  readonly contributors?: readonly Contributor[];
}

/** Enough characters of a text's hash to detect a change. */
const HASH_LENGTH = 16;
/** Number of chapters hashed before the event loop runs other work. */
const CHAPTERS_PER_CHUNK = 200;

/** Returns the chapters of a book for the audit log, with hashes instead of texts. */
export async function chaptersForAuditLog(trx: Transaction<Schema>, bookId: number): Promise<ListItem[]> {
  const { chapters, textItems } = await chapterRowsOf(trx, bookId);
  const textsOf = Map.groupBy(textItems, ({ chapter_id }) => chapter_id);
  const items: ListItem[] = [];
  for (const [position, chapter] of chapters.entries()) {
    if (position % CHAPTERS_PER_CHUNK === CHAPTERS_PER_CHUNK - 1) await yieldToEventLoop();
    const { id, code, name, duration, audio_key, starts_at, ends_at } = chapter;
    const texts = (textsOf.get(id) ?? []).map((item) => [item.code, item.text]);
    items.push({
      key: code,
      name,
      details: {
        name,
        duration,
        ...(audio_key !== null && { audio_key }),
        ...(starts_at !== null && { start: starts_at }),
        ...(ends_at !== null && { end: ends_at }),
        ...(texts.length > 0 && {
          text_items: texts.length,
          text_hash: createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, HASH_LENGTH),
        }),
      },
    });
  }
  return items;
}

const listsOf = (state: BookState | undefined): Map<string, readonly ListItem[]> =>
  new Map([
    ...(state?.contributors ? [['contributors', contributorsForAuditLog(state.contributors)] as const] : []),
    ...(state?.chapters ? [['chapters', state.chapters] as const] : []),
  ]);

/** Adds the change of a book to the audit log. @returns the id of the entry */
export async function recordBook(
  trx: Transaction<Schema>,
  {
    action,
    customFields,
    before,
    after,
    causeId,
  }: {
    readonly action: AuditLogAction;
    readonly customFields: readonly CustomField[];
    readonly before: BookState | undefined;
    readonly after: BookState | undefined;
    readonly causeId?: number | undefined;
  },
): Promise<number> {
  const row = after?.row ?? before?.row;
  if (!row) throw new Error('A book neither was nor is.');
  const changes = [
    ...(await rowChanges(trx, { columns: bookColumns, before: before?.row, after: after?.row })),
    ...customChanges(customFields, before?.row.custom_values, after?.row.custom_values),
    ...listChanges(listsOf(before), listsOf(after)),
  ];
  const { id, name, version } = row;
  return writeEntry(trx, { kind: 'books', record: { id, name }, version, action, changes, causeId });
}
