import { countOf } from '#contract/core/format-count';
import type { Transaction } from 'kysely';
import { bulkDetails } from '#contract/books/book-details';
import type { BulkChanges } from '#contract/bulk/bulk';
import { customPrefix } from '#contract/custom-fields/custom-values';
import type { AuditLogAction } from '#contract/audit-log/audit-log';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import type { Scalar, StoredChange } from '#server/core/audit-log/stored-change';
import { MANY, writeEntry } from '#server/core/audit-log/write-audit-log';
import { authorIdByName } from '#server/features/books/book-authors';
import { modeOf } from './bulk-selection.ts';

const setTo = (field: string, after: Scalar | undefined): StoredChange[] =>
  after === undefined ? [] : [{ type: 'value', field, before: null, after: after === '' ? null : after }];

/** Returns the contributors of a merge. */
async function mergeOf(trx: Transaction<Schema>, { contributor }: BulkChanges): Promise<StoredChange[]> {
  if (!contributor) return [];
  const nameOf = async (id: number | undefined) => {
    const row = await trx
      .selectFrom('authors')
      .select(['id', 'name'])
      .where('id', '=', id ?? 0)
      .executeTakeFirst();
    return row ?? null;
  };
  const before = await nameOf(contributor.id);
  const after = await nameOf(await authorIdByName(trx, contributor.name));
  return [{ type: 'record', field: 'contributor', before, after }];
}

/** Returns the fields that the change sets, adds and removes. */
function recordChangesOf(changes: BulkChanges): StoredChange[] {
  const { publisher, imprint, edition_of, custom = {} } = changes;
  const lists = [
    ['subjects', changes.remove_subjects, changes.add_subjects],
    ['keywords', changes.remove_keywords, changes.add_keywords],
  ] as const;
  return [
    ...setTo('publisher', publisher),
    ...setTo('imprint', imprint),
    ...lists.flatMap(([field, removed = '', added = '']): StoredChange[] =>
      removed === '' && added === ''
        ? []
        : [{ type: 'value', field, before: removed || null, after: added || null }],
    ),
    ...bulkDetails.flatMap((name) => setTo(name, changes[name])),
    ...Object.entries(custom).flatMap(([key, value]) => setTo(customPrefix + key, value ?? undefined)),
    ...setTo('edition_of', edition_of),
  ];
}

/** Returns the values that the change sets. The values before are in the entries of the books. */
async function changesOf(trx: Transaction<Schema>, changes: BulkChanges): Promise<StoredChange[]> {
  const { collection_id, challenge_id } = changes;
  const lists = [
    ['collection', 'collections', collection_id],
    ['challenge', 'challenges', challenge_id],
  ] as const;
  const into: StoredChange[] = [];
  for (const [field, table, id] of lists) {
    if (id === undefined) continue;
    const row = await trx.selectFrom(table).select('title').where('id', '=', id).executeTakeFirst();
    into.push({ type: 'record', field, before: null, after: { id, name: row?.title ?? '' } });
  }
  return [
    ...setTo('category', changes.category_code),
    ...setTo('sub_category', changes.sub_category_code),
    ...setTo('language', changes.language),
    ...setTo('is_backup', changes.is_backup === undefined ? undefined : Number(changes.is_backup)),
    ...setTo('author', changes.author?.name),
    ...recordChangesOf(changes),
    ...into,
    ...(await mergeOf(trx, changes)),
  ];
}

/** Adds the one entry of a bulk change before any book is changed. @returns its id */
export async function writeBulkEntry(
  trx: Transaction<Schema>,
  {
    changes,
    total,
    action,
  }: { readonly changes: BulkChanges | undefined; readonly total: number; readonly action: AuditLogAction },
): Promise<number> {
  await lockCatalogue(trx);
  const name = countOf(total, 'book');
  return writeEntry(trx, {
    kind: 'books',
    record: { id: MANY, name },
    version: 0,
    action,
    changes: changes ? await changesOf(trx, changes) : [],
  });
}

/** Returns the audit log action of a change. */
export const actionOf = (changes: BulkChanges): AuditLogAction =>
  modeOf(changes) === 'delete' ? 'deleted' : 'changed';

/** Returns the audit log action of the undo of a change. */
export const undoActionOf = (changes: BulkChanges): AuditLogAction =>
  modeOf(changes) === 'delete' ? 'restored' : 'changed';
