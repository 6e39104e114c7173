import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import { type Permission, type ResourceName, resourceNames } from '#contract/core/permissions';

/*
 * Deleted records remain in the trash until they are restored, deleted permanently or expire. They are in no list, count, search or export,
 * and their codes remain reserved.
 */

const reference = z.object({ id: responseFields.id, name: responseFields.name });
const kind = z.enum(resourceNames);

export const trashItem = namedSchema(
  'TrashItem',
  z.object({
    id: responseFields.id,
    kind: kind.describe('The type of the record.'),
    record: reference.describe('The record, with the ID that it has after a restore.'),
    code: z
      .string()
      .nullable()
      .describe('The code that stays reserved for the record. Null for types without codes.'),
    image_key: z
      .string()
      .nullable()
      .describe('The key of the thumbnail for `/api/audit-log/files/KEY`, or null.'),
    deleted_at: responseFields.time.describe('The time of the deletion.'),
    deleted_by: namedSchema('TrashActor', reference)
      .nullable()
      .describe('The user who deleted the record. Null for the system.'),
    expires_at: responseFields.time.describe('The time of the permanent deletion.'),
    entry_id: responseFields.id.describe('The audit log entry of the deletion.'),
    files: responseFields.count.describe('The number of its files.'),
    bytes: responseFields.count.describe('The total size of its files, in bytes.'),
    chapters: responseFields.count.describe('The number of chapters of a book. Otherwise 0.'),
    places: responseFields.count.describe('The number of lists and blocks that contained it.'),
  }),
);
export type TrashItem = z.infer<typeof trashItem>;

export const trashQuery = z
  .object({
    ...fields.listKeys,
    kind: documentedAs(
      fields.filterText(40).transform((text) => resourceNames.find((name) => name === text)),
      kind,
    ).describe('Only records of this type. An invalid value has no effect.'),
  })
  .transform(fields.foldSearch);
export type TrashQuery = z.output<typeof trashQuery>;

export const restoreResult = namedSchema(
  'Restored',
  z.object({
    entry_id: responseFields.id.describe('The audit log entry of the restore, which can be undone.'),
    kind: kind.describe('The type of the record.'),
    record: reference.describe('The restored record.'),
    skipped: z
      .array(
        z.object({
          kind: kind.describe('The type of the record.'),
          id: responseFields.id,
          name: responseFields.name,
        }),
      )
      .describe('The lists and blocks to which the record could not return because they no longer exist.'),
  }),
);
export type Restored = z.infer<typeof restoreResult>;

export const emptyTrash = namedSchema(
  'EmptyTrash',
  z.object({
    kind: documentedAs(
      fields.filterText(40).transform((text) => resourceNames.find((name) => name === text)),
      kind,
    ).describe('Only records of this type. If absent, all types that you can delete.'),
  }),
);

export const emptyTrashResult = namedSchema(
  'Emptied',
  z.object({
    deleted: responseFields.count.describe('The number of permanently deleted records.'),
    remaining: responseFields.count.describe(
      'The number of remaining records. Repeat the request to process them.',
    ),
  }),
);
export type EmptyTrashResult = z.infer<typeof emptyTrashResult>;

/** Messages of successful calls. */
export const trashMessages = { restored: 'Restored', removed: 'Deleted permanently' } as const;

export const trashEndpoints = {
  /** Returns the records that the caller may edit or delete, newest first. */
  list: { method: 'GET', path: '/trash' },
  get: { method: 'GET', path: '/trash/:id' },
  /** Requires one of `permissionsToRestore`. */
  restore: { method: 'POST', path: '/trash/:id/restore' },
  /** Deletes permanently. Requires the permission `<resource>:delete`. */
  remove: { method: 'DELETE', path: '/trash/:id' },
  /** Permanently deletes all records that the caller may delete, in batches. Clients repeat it while `remaining` is above 0. */
  empty: { method: 'POST', path: '/trash/empty' },
} as const;

/** Returns the permissions to view and restore records of a type in the trash. Any one of them is enough. */
export const permissionsToRestore = (of: ResourceName): readonly Permission[] => [
  `${of}:delete`,
  `${of}:edit`,
];
