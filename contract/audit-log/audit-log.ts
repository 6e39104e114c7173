import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { always, documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { type Permission, resourceNames } from '#contract/core/permissions';

/*
 * Every write of a record adds one entry, in the same transaction. The response names the entry in the header
 * `x-audit-log-entry`; a write that changed nothing has no such header.
 */

/**
 * Response header of a write: the number of its entry. With 409 `audit_log.changed_since`: the number of the newer
 * entry.
 */
export const auditLogHeader = 'x-audit-log-entry';

/** Kinds of records in the audit log: all resources, and authors, which books create and delete. */
export const auditLogKinds = [...resourceNames, 'authors'] as const;
export type AuditLogKind = (typeof auditLogKinds)[number];

export const auditLogActions = ['created', 'changed', 'deleted', 'restored', 'purged'] as const;
export type AuditLogAction = (typeof auditLogActions)[number];

/** Maximum number of entries sent for one list of a change; `counts` has the totals. */
export const MAX_SHOWN_ENTRIES = 200;

/** Maximum number of blocks of home screens in the references of a record. */
export const MAX_HOME_USES = 500;

const reference = z.object({ id: responseFields.id, name: responseFields.name });
const recordId = responseFields.count.describe('The ID of the record. 0 means a bulk edit.');

const value = documentedAs(
  z.custom<string | number | boolean | null>(),
  z.union([z.string(), z.number(), z.boolean()]).nullable(),
);
const field = z
  .string()
  .describe('The field name in the response of the record, such as `description`, `image_url` or `books`.');

const valueChange = namedSchema(
  'ValueChange',
  z.object({
    type: z.literal('value'),
    field,
    before: value.describe('The value before the change, or null.'),
    after: value.describe('The value after the change, or null.'),
  }),
);

const mentionedRecord = z
  .object({ id: responseFields.id, name: responseFields.name, code: responseFields.code.optional() })
  .nullable();
const recordChange = namedSchema(
  'RecordChange',
  z.object({
    type: z.literal('record'),
    field,
    before: mentionedRecord.describe('The previous record, or null.'),
    after: mentionedRecord.describe('The new record, or null.'),
  }),
);

const changedFile = namedSchema(
  'ChangedFile',
  z.object({
    key: z
      .string()
      .describe(
        'The key of the file: `/media/KEY` while a record has it, otherwise `/api/audit-log/files/KEY`.',
      ),
    thumbnail_key: z.string().optional().describe('For an image: the key of its thumbnail.'),
    name: z.string().nullable().describe('The original name of the file. Null if it is not known.'),
    media_type: z.string().describe('The media type, such as `image/webp`.'),
    size: responseFields.count.describe('The size in bytes.'),
    is_retained: z
      .boolean()
      .describe('True if the file is still stored. Replaced files are stored as long as deleted records.'),
  }),
);
export type ChangedFile = z.infer<typeof changedFile>;
const fileChange = namedSchema(
  'FileChange',
  z.object({
    type: z.literal('file'),
    field,
    before: changedFile.nullable().describe('The previous file, or null.'),
    after: changedFile.nullable().describe('The new file, or null.'),
  }),
);

const details = documentedAs(
  z.record(z.string(), z.unknown()).optional(),
  z.record(z.string(), z.unknown()).optional(),
);
const listEntry = namedSchema(
  'ListEntry',
  z.object({
    key: z.string().describe('The code or ID of the entry.'),
    name: z.string().describe('The name of the book or the title of the block.'),
    from: responseFields.count
      .nullable()
      .describe('The position before the change, starting at 0. Null for an added entry.'),
    to: responseFields.count.nullable().describe('The position after the change. Null for a removed entry.'),
    before: details.describe('The other values before the change, such as `{"is_featured": true}`.'),
    after: details.describe('The other values after the change.'),
  }),
);
export type ListEntry = z.infer<typeof listEntry>;
const entries = (what: string) =>
  z
    .array(listEntry)
    .describe(`${what} At most ${MAX_SHOWN_ENTRIES} are listed. \`counts\` has their number.`);
const listCounts = z.object({
  added: responseFields.count.describe('The number of added entries.'),
  removed: responseFields.count.describe('The number of removed entries.'),
  moved: responseFields.count.describe('The number of moved entries.'),
  changed: responseFields.count.describe('The number of otherwise changed entries.'),
});
const listChange = namedSchema(
  'ListChange',
  z.object({
    type: z.literal('list'),
    field,
    added: entries('The added entries.'),
    removed: entries('The removed entries.'),
    moved: entries('The moved entries: the fewest that explain the new order.'),
    changed: entries('Other changed entries.'),
    counts: listCounts.describe('The number of entries of each type.'),
  }),
);
export type ListChange = z.infer<typeof listChange>;

export const auditLogChange = namedSchema(
  'AuditLogChange',
  z.discriminatedUnion('type', [valueChange, recordChange, fileChange, listChange]),
);
export type AuditLogChange = z.infer<typeof auditLogChange>;

const changeSummary = namedSchema(
  'ChangedField',
  z.object({
    field,
    type: z.enum(['value', 'record', 'file', 'list']).describe('The type of the value.'),
    counts: listCounts
      .optional()
      .describe('For a list: the numbers of added, removed, moved and changed entries.'),
  }),
);
export type ChangedField = z.infer<typeof changeSummary>;

const entryKeys = {
  id: responseFields.id.describe('The ID of the entry. IDs increase without gaps.'),
  at: responseFields.time.describe('The time of the event.'),
  actor: namedSchema('AuditLogActor', reference)
    .nullable()
    .describe('The user who made the change. Null for the system and its commands.'),
  token: namedSchema('AuditLogToken', reference)
    .nullable()
    .describe('The API token of the request. Null for a signed-in user.'),
  request_id: z
    .string()
    .nullable()
    .describe('The `x-request-id` of the request. Null if there was no request.'),
  kind: z.enum(auditLogKinds).describe('The type of the record.'),
  record: reference
    .extend({ id: recordId })
    .describe(
      'The record, with its name at that time. A bulk edit has one entry; the entries of its books name it as cause.',
    ),
  version: responseFields.count.describe(
    'The version of the record after the change. For a deleted record, its last version.',
  ),
  action: z
    .enum(auditLogActions)
    .describe('The action. `purged` is a permanent deletion. `restored` is a restore from the trash.'),
  cause_id: responseFields.id
    .nullable()
    .describe(
      'The entry that caused this one, or null. For example, the deletion of a book removes it from a collection.',
    ),
  undoes_id: responseFields.id.nullable().describe('The entry that this one undid, or null.'),
  undone_by: responseFields.id.nullable().describe('The entry that undid this one, or null.'),
  fields: z.array(changeSummary).describe('The changed fields, without their values.'),
  hash: z
    .string()
    .describe(
      'The SHA-256 of this entry and the hash of the previous entry. `lectern audit-log verify` checks it.',
    ),
};

export const auditLogEntry = namedSchema('AuditLogEntry', z.object(entryKeys));
export type AuditLogEntry = z.infer<typeof auditLogEntry>;

export const auditLogDetail = namedSchema(
  'AuditLogDetail',
  z.object({
    ...entryKeys,
    changes: z
      .array(auditLogChange)
      .describe(
        'The changed fields with their values before and after. For a created record, all its fields.',
      ),
    related_entries: responseFields.count.describe(
      'The number of entries that this one caused. To list them, filter by `cause_id`.',
    ),
    latest_id: responseFields.id.describe(
      'The newest entry of the record. It differs if the record has changed since.',
    ),
    is_there: z.boolean().describe('True if the record is in the catalogue.'),
    trash_id: responseFields.id.nullable().describe('The ID of the record in the trash, or null.'),
    undo: z
      .object({
        is_possible: z.boolean().describe('True if you can undo the entry now.'),
        message: z.string().nullable().describe('The reason why you can’t undo it.'),
        code: z.string().nullable().describe('The error code that the undo would return.'),
      })
      .describe('The result that an undo would have.'),
  }),
);
export type AuditLogDetail = z.infer<typeof auditLogDetail>;

const time = (which: string) =>
  documentedAs(
    fields.filterText(40).transform((text) => {
      const timestamp = Date.parse(text ?? '');
      return Number.isNaN(timestamp) ? undefined : new Date(timestamp).toISOString();
    }),
    withKeywords(z.string(), { format: 'date-time' }),
  ).describe(`Only entries ${which}. An invalid value has no effect.`);

const oneOf = <Word extends string>(values: readonly Word[]) =>
  documentedAs(
    fields.filterText(40).transform((text) => values.find((word) => word === text)),
    z.enum(values),
  );

const pageQuery = { page: fields.listKeys.page, items_per_page: fields.listKeys.items_per_page };

const actor = documentedAs(
  z.preprocess((input) => {
    const server = typeof input === 'string' ? input.trim() : input;
    return server === 0 || server === '0' ? 0 : fields.optionalId.parse(input);
  }, z.int().optional()),
  z.int().min(0).max(limits.maxInteger),
);

const filterKeys = {
  actor_id: actor.describe('Only changes by this user. 0 is the system. An invalid value has no effect.'),
  kind: oneOf(auditLogKinds).describe(
    'Only changes to records of this type. An invalid value has no effect.',
  ),
  record_id: fields.optionalId.describe('With `kind`: only changes to this record.'),
  action: oneOf(auditLogActions).describe('Only entries with this action. An invalid value has no effect.'),
  cause_id: fields.optionalId.describe(
    'Only entries that this entry caused, such as the books of a bulk edit.',
  ),
  from: time('at or after this time'),
  to: time('before this time'),
};

/** Of the whole list, as CSV. */
export const auditLogFilter = z.object(filterKeys);
export type AuditLogFilter = z.output<typeof auditLogFilter>;

export const auditLogQuery = z.object({ ...pageQuery, ...filterKeys });
export type AuditLogQuery = z.output<typeof auditLogQuery>;

export const historyQuery = z.object(pageQuery);
export type HistoryQuery = z.output<typeof historyQuery>;

export const auditLogActor = namedSchema(
  'AuditLogActorEntries',
  z.object({
    actor: reference.nullable().describe('The user. Null for the system.'),
    entries: responseFields.count.describe('The number of audit log entries of the user.'),
  }),
);
export type AuditLogActor = z.infer<typeof auditLogActor>;

/** Maximum number of records named per type in a summary of the audit log. */
export const MAX_SUMMARY_RECORDS = 3;

/** Maximum age in days of the changes in a summary of the audit log. */
export const MAX_SUMMARY_DAYS = 31;

export const auditLogSummaryQuery = z.object({ from: time('at or after this time') });
export type AuditLogSummaryQuery = z.output<typeof auditLogSummaryQuery>;

export const auditLogSummary = namedSchema(
  'AuditLogSummary',
  z.object({
    users: z
      .array(
        namedSchema(
          'UserChanges',
          z.object({
            actor: reference.nullable().describe('The user. Null for the system.'),
            changes: responseFields.count.describe('The number of changes by the user.'),
            kinds: z
              .array(
                z.object({
                  kind: z.enum(auditLogKinds).describe('The type of the changed records.'),
                  records: responseFields.count.describe('The number of changed records of this type.'),
                  latest: z
                    .array(
                      reference.extend({
                        id: recordId,
                        is_deleted: z.boolean().describe('True if the last change deleted the record.'),
                      }),
                    )
                    .describe(`The last changed records, at most ${MAX_SUMMARY_RECORDS}.`),
                }),
              )
              .describe('The changed records by type, the last changed type first.'),
          }),
        ),
      )
      .describe('The changes by user, the last active user first.'),
  }),
);
export type AuditLogSummary = z.infer<typeof auditLogSummary>;

export const undoResult = namedSchema(
  'Undone',
  z.object({
    entry_id: responseFields.id.describe('The audit log entry of the undo, which can be undone again.'),
    kind: z.enum(auditLogKinds).describe('The type of the record.'),
    record: reference
      .extend({ id: recordId })
      .describe('The record. A bulk edit is undone in the background.'),
    action: z.enum(auditLogActions).describe('The action of the undo.'),
  }),
);
export type UndoResult = z.infer<typeof undoResult>;

export const revert = namedSchema(
  'Revert',
  z.object({
    id: fields.id,
    version: fields.version,
    entry_id: fields.id.describe('The ID of an audit log entry of this record.'),
    fields: z
      .array(z.string().max(60))
      .max(60)
      .optional()
      .describe('The `field` names of the entry to revert. If absent, the whole record is reverted.'),
    state: z
      .enum(['before', 'after'])
      .default('before')
      .describe('The values to use: before or after the entry.'),
  }),
);
export type Revert = z.output<typeof revert>;

/** References to a record, read before it is deleted: the effects of the delete. */
export const recordReferences = namedSchema(
  'RecordReferences',
  z.object({
    keeps: z
      .boolean()
      .describe('True if a reference prevents the deletion (409), such as the books of a category.'),
    is_live: always(z.boolean()).describe(
      'True if a deletion removes content from a main service home screen or an active challenge. Only direct references count.',
    ),
    references: z
      .array(
        namedSchema(
          'RecordUse',
          z.object({
            kind: z.enum(resourceNames).describe('The type of the referring records.'),
            total: responseFields.count.describe('The number of referring records of this type.'),
            items: z
              .array(
                reference.extend({
                  place: responseFields.count
                    .nullable()
                    .describe(
                      'The position, starting at 0. Day 1 of a challenge is 0. Null if the order has no meaning.',
                    ),
                  block: z.string().nullable().describe('The title of the home screen block, or null.'),
                }),
              )
              .describe('The newest referring records, at most 20.'),
          }),
        ),
      )
      .describe('All types of records that refer to the record. If some prevent the deletion, only those.'),
    home_screens: always(
      z.array(
        namedSchema(
          'HomeScreenUse',
          reference.extend({
            is_main_service: z.boolean().describe('True if apps show the home screen.'),
            block_number: responseFields.count.describe('The number of the block, starting at 1.'),
            block: z.string().describe('The title of the block.'),
            place: responseFields.count.describe(
              'The position of the displayed record in the block, starting at 0.',
            ),
            through: reference
              .extend({
                kind: z.enum(resourceNames).describe('The type of the displayed record.'),
                place: responseFields.count.describe(
                  'The position of the requested record in it, starting at 0.',
                ),
              })
              .nullable()
              .describe(
                'The displayed record if it contains the requested record, such as a collection with the book. Null if the block displays the requested record.',
              ),
          }),
        ),
      ),
    ).describe(
      `The blocks of home screens that display the record, at most ${MAX_HOME_USES}. The main service comes first.`,
    ),
    home_screens_total: always(responseFields.count).describe(
      'The number of blocks that display the record, once for each displayed record that contains it.',
    ),
  }),
);
export type RecordReferences = z.infer<typeof recordReferences>;

/** Message of a successful undo. */
export const undoneMessage = 'Undone';

export const auditLogEndpoints = {
  /** Permission `reports:read`. */
  list: { method: 'GET', path: '/audit-log' },
  /** Actions of the caller’s own account. */
  mine: { method: 'GET', path: '/audit-log/mine' },
  /** All users and tokens in the audit log. Permission `reports:read`. */
  actors: { method: 'GET', path: '/audit-log/actors' },
  /** The changes since a time by user and type. Permission `reports:read`. */
  summary: { method: 'GET', path: '/audit-log/summary' },
  /** The complete list as CSV; takes the filter without its page. Permission `reports:read`. */
  csv: { method: 'GET', path: '/audit-log/entries.csv' },
  get: { method: 'GET', path: '/audit-log/:id' },
  undo: { method: 'POST', path: '/audit-log/:id/undo' },
  /** Sends the bytes of a file that an entry names, also when no record has it any more. */
  file: { method: 'GET', path: '/audit-log/files/:key' },
} as const;

/** Endpoints of a resource for the history of its records, below the path of a record. */
export const historyEndpointsOf = ({ endpoints }: Pick<ResourceDeclaration, 'endpoints'>) =>
  ({
    history: { method: 'GET', path: `${endpoints.get.path}/history` },
    references: { method: 'GET', path: `${endpoints.get.path}/references` },
    revert: { method: 'POST', path: `${endpoints.get.path}/revert` },
  }) as const;

/** Data of a successful revert: the whole saved record. */
export type RevertResult<R extends ResourceDeclaration> = ItemOf<R>;

/** Permissions to undo an action; any one of them is enough. A permanent delete cannot be undone. */
export function permissionsToUndo(what: AuditLogKind, action: AuditLogAction): readonly Permission[] {
  // Authors belong to books.
  const kind = what === 'authors' ? 'books' : what;
  if (action === 'changed') return [`${kind}:edit`];
  if (action === 'deleted') return [`${kind}:delete`, `${kind}:edit`];
  return action === 'purged' ? [] : [`${kind}:delete`];
}
