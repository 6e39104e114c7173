import { z } from 'zod';
import * as answers from '#contract/core/responses';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { always, documentedAs, named, withKeywords } from '#contract/core/schema-notes';
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

const reference = z.object({ id: answers.id, name: answers.name });
const recordId = answers.count.describe('Given by the server. 0: many books at once.');

const value = documentedAs(
  z.custom<string | number | boolean | null>(),
  z.union([z.string(), z.number(), z.boolean()]).nullable(),
);
const field = z.string().describe('The key of the record’s answers: `description`, `image_url`, `books`.');

const valueChange = named(
  'ValueChange',
  z.object({
    type: z.literal('value'),
    field,
    before: value.describe('As it was; null for nothing.'),
    after: value.describe('As it is since; null for nothing.'),
  }),
);

const mentioned = z.object({ id: answers.id, name: answers.name, code: answers.code.optional() }).nullable();
const recordChange = named(
  'RecordChange',
  z.object({
    type: z.literal('record'),
    field,
    before: mentioned.describe('The record that it named; null for none.'),
    after: mentioned.describe('The record that it names since; null for none.'),
  }),
);

const changedFile = named(
  'ChangedFile',
  z.object({
    key: z
      .string()
      .describe('Of the file: `/media/KEY` while a record has it, else `/api/audit-log/files/KEY`.'),
    thumbnail_key: z.string().optional().describe('Of a picture: the key of the small one.'),
    name: z.string().nullable().describe('As it was called when it was sent; null when that is not known.'),
    media_type: z.string().describe('Such as `image/webp`.'),
    size: answers.count.describe('Bytes.'),
    is_kept: z
      .boolean()
      .describe('Whether the file is still there: replaced ones are kept as long as the trash.'),
  }),
);
export type ChangedFile = z.infer<typeof changedFile>;
const fileChange = named(
  'FileChange',
  z.object({
    type: z.literal('file'),
    field,
    before: changedFile.nullable().describe('The file that it had; null for none.'),
    after: changedFile.nullable().describe('The file that it has since; null for none.'),
  }),
);

const details = documentedAs(
  z.record(z.string(), z.unknown()).optional(),
  z.record(z.string(), z.unknown()).optional(),
);
const listEntry = named(
  'ListEntry',
  z.object({
    key: z.string().describe('What tells it from the others: a code, an id.'),
    name: z.string().describe('For people: the name of the book, the title of the block.'),
    from: answers.count.nullable().describe('Its place before, counted from 0; null when it came.'),
    to: answers.count.nullable().describe('Its place since; null when it went.'),
    before: details.describe('What else was said of it, of one that changed: `{"is_featured": true}`.'),
    after: details.describe('What is said of it since.'),
  }),
);
export type ListEntry = z.infer<typeof listEntry>;
const entries = (what: string) =>
  z.array(listEntry).describe(`${what} At most ${MAX_SHOWN_ENTRIES}; \`counts\` says how many there are.`);
const listCounts = z.object({
  came: answers.count.describe('Put in.'),
  went: answers.count.describe('Taken out.'),
  moved: answers.count.describe('In another place among those that stayed.'),
  changed: answers.count.describe('Stayed, and changed otherwise.'),
});
const listChange = named(
  'ListChange',
  z.object({
    type: z.literal('list'),
    field,
    came: entries('What was put in.'),
    went: entries('What was taken out.'),
    moved: entries('What changed its place among those that stayed: the fewest that explain the new order.'),
    changed: entries('What stayed and changed otherwise.'),
    counts: listCounts.describe('How many there are of each.'),
  }),
);
export type ListChange = z.infer<typeof listChange>;

export const auditLogChange = named(
  'AuditLogChange',
  z.discriminatedUnion('type', [valueChange, recordChange, fileChange, listChange]),
);
export type AuditLogChange = z.infer<typeof auditLogChange>;

const summed = named(
  'ChangedField',
  z.object({
    field,
    type: z.enum(['value', 'record', 'file', 'list']).describe('What it holds.'),
    counts: listCounts.optional().describe('Of a list: how many came, went, moved and changed.'),
  }),
);
export type ChangedField = z.infer<typeof summed>;

const entryKeys = {
  id: answers.id.describe('Rises with every entry, without gaps.'),
  at: answers.time.describe('When it happened.'),
  actor: named('AuditLogActor', reference)
    .nullable()
    .describe('Whose account did it; null for the server itself: its demo, the operator’s commands.'),
  token: named('AuditLogToken', reference)
    .nullable()
    .describe('The token for scripts that was used; null when somebody was signed in.'),
  request_id: z.string().nullable().describe('`x-request-id` of the call; null when it was none.'),
  kind: z.enum(auditLogKinds).describe('What kind of record it is about.'),
  record: reference
    .extend({ id: recordId })
    .describe(
      'The record, with its name at that time. The entries of many books follow from the one about them all.',
    ),
  version: answers.count.describe('The record’s version since; of a deleted one its last.'),
  action: z
    .enum(auditLogActions)
    .describe('What happened to it. `purged`: deleted for good. `restored`: taken out of the trash.'),
  cause_id: answers.id
    .nullable()
    .describe('The entry it follows from: a book left a collection because it was deleted. Else null.'),
  undoes_id: answers.id.nullable().describe('The entry that it took back; null when it took back none.'),
  undone_by: answers.id.nullable().describe('The entry that took this one back; null when none did.'),
  fields: z.array(summed).describe('What changed, without the values: enough for a sentence.'),
  hash: z
    .string()
    .describe(
      'SHA-256 over this entry and the hash of the one before it; `lectern audit-log verify` follows it.',
    ),
};

export const auditLogEntry = named('AuditLogEntry', z.object(entryKeys));
export type AuditLogEntry = z.infer<typeof auditLogEntry>;

export const auditLogDetail = named(
  'AuditLogDetail',
  z.object({
    ...entryKeys,
    changes: z
      .array(auditLogChange)
      .describe('What changed, with the values before and after. Of a created record all it began with.'),
    related_entries: answers.count.describe(
      'How many entries follow from it; `cause_id` of the list names them.',
    ),
    latest_id: answers.id.describe('The newest entry about the record: another one when it changed since.'),
    is_there: z.boolean().describe('Whether the record is in the catalogue, neither in the trash nor gone.'),
    trash_id: answers.id.nullable().describe('Where the record lies in the trash; null when it does not.'),
    undo: z
      .object({
        is_possible: z.boolean().describe('Whether this caller could take it back now.'),
        message: z.string().nullable().describe('Why not, in a sentence.'),
        code: z.string().nullable().describe('Why not: the code that the undo would be refused with.'),
      })
      .describe('What would come of an undo.'),
  }),
);
export type AuditLogDetail = z.infer<typeof auditLogDetail>;

const time = (which: string) =>
  documentedAs(
    fields.filterText(40).transform((text) => {
      const at = Date.parse(text ?? '');
      return Number.isNaN(at) ? undefined : new Date(at).toISOString();
    }),
    withKeywords(z.string(), { format: 'date-time' }),
  ).describe(`Only entries ${which}. What is no time counts as absent.`);

const oneOf = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  documentedAs(
    fields.filterText(40).transform((text) => words.find((word) => word === text)),
    z.enum(words),
  );

const paging = { page: fields.listKeys.page, items_per_page: fields.listKeys.items_per_page };

const actor = documentedAs(
  z.preprocess((input) => {
    const server = typeof input === 'string' ? input.trim() : input;
    return server === 0 || server === '0' ? 0 : fields.optionalId.parse(input);
  }, z.int().optional()),
  z.int().min(0).max(limits.maxInteger),
);

const filterKeys = {
  actor_id: actor.describe('Only what this account did; 0: the server itself. Unreadable counts as absent.'),
  kind: oneOf(auditLogKinds).describe(
    'Only what is about records of this kind. Anything else counts as absent.',
  ),
  record_id: fields.optionalId.describe('With `kind`: only what is about this record.'),
  action: oneOf(auditLogActions).describe('Only what happened so. Anything else counts as absent.'),
  cause_id: fields.optionalId.describe(
    'Only what followed from this entry: the single books of a change of many.',
  ),
  from: time('at this time or later'),
  to: time('before this time'),
};

/** Of the whole list, as CSV. */
export const auditLogFilter = z.object(filterKeys);
export type AuditLogFilter = z.output<typeof auditLogFilter>;

export const auditLogQuery = z.object({ ...paging, ...filterKeys });
export type AuditLogQuery = z.output<typeof auditLogQuery>;

export const historyQuery = z.object(paging);
export type HistoryQuery = z.output<typeof historyQuery>;

export const auditLogActor = named(
  'AuditLogActorEntries',
  z.object({
    actor: reference.nullable().describe('Whose account; null for the server itself.'),
    entries: answers.count.describe('How many entries of the journal are theirs.'),
  }),
);
export type AuditLogActor = z.infer<typeof auditLogActor>;

export const undone = named(
  'Undone',
  z.object({
    entry_id: answers.id.describe('The entry of the undo itself, which can be undone in turn.'),
    kind: z.enum(auditLogKinds).describe('What kind of record it is.'),
    record: reference
      .extend({ id: recordId })
      .describe('The record. Many books are set back in the background.'),
    action: z.enum(auditLogActions).describe('What the undo did to it.'),
  }),
);
export type Undone = z.infer<typeof undone>;

export const revert = named(
  'Revert',
  z.object({
    id: fields.id,
    version: fields.version,
    entry_id: fields.id.describe('An entry about this record.'),
    fields: z
      .array(z.string().max(60))
      .max(60)
      .optional()
      .describe(
        'Which `field`s of the entry to put back. Absent: the whole record, as it was at that entry.',
      ),
    state: z
      .enum(['before', 'after'])
      .default('before')
      .describe('Whether as it was before the entry, or as it was since.'),
  }),
);
export type Revert = z.output<typeof revert>;

/** References to a record, read before it is deleted: the effects of the delete. */
export const recordReferences = named(
  'RecordReferences',
  z.object({
    keeps: z
      .boolean()
      .describe(
        'Whether a use forbids the delete: it would be refused with 409, as categories with books are.',
      ),
    is_live: always(z.boolean()).describe(
      'Whether a delete takes something from a block of a main-service home screen, or from a day of an active challenge. Only direct references count: not a block that shows a collection with the book.',
    ),
    references: z
      .array(
        named(
          'RecordUse',
          z.object({
            kind: z.enum(resourceNames).describe('What kind of record uses it.'),
            total: answers.count.describe('How many of this kind do.'),
            items: z
              .array(
                reference.extend({
                  place: answers.count
                    .nullable()
                    .describe(
                      'Where in it, counted from 0: the day of a challenge is one more. Null where order says nothing.',
                    ),
                  block: z
                    .string()
                    .nullable()
                    .describe('The title of the block of a home screen; else null.'),
                }),
              )
              .describe('The newest of them, at most 20.'),
          }),
        ),
      )
      .describe('Every kind of record that uses it; where some forbid the delete, those alone.'),
    home_screens: always(
      z.array(
        named(
          'HomeScreenUse',
          reference.extend({
            is_main_service: z.boolean().describe('True if apps show this home screen.'),
            block_number: answers.count.describe('The block, counted from 1.'),
            block: z.string().describe('The title of the block.'),
            place: answers.count.describe('The position of the shown record in the block, counted from 0.'),
            through: reference
              .extend({
                kind: z.enum(resourceNames).describe('The kind of the shown record.'),
                place: answers.count.describe('The position of the requested record in it, counted from 0.'),
              })
              .nullable()
              .describe(
                'The shown record, where it contains the requested one: a collection with the book. Null where the block shows the requested record itself.',
              ),
          }),
        ),
      ),
    ).describe('The blocks of home screens that show it, the main service first. At most 20.'),
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
    revert: { method: 'POST', path: `${endpoints.get.path}/put-back` },
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
