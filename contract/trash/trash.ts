import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { documentedAs, named } from '#contract/core/schema-notes';
import { type Permission, type ResourceName, resourceNames } from '#contract/core/permissions';

/*
 * Deleted records stay in the trash until they are restored, deleted permanently or expire. They are in no list,
 * count, search or export, and their codes stay reserved.
 */

const reference = z.object({ id: answers.id, name: answers.name });
const kind = z.enum(resourceNames);

export const trashItem = named(
  'TrashItem',
  z.object({
    id: answers.id,
    kind: kind.describe('What kind of record it is.'),
    record: reference.describe('The record, under the id that it comes back with.'),
    code: z
      .string()
      .nullable()
      .describe('The code that stays reserved for it; null where records have none.'),
    image_key: z
      .string()
      .nullable()
      .describe('Its small picture, read by `/api/audit-log/files/KEY`; null when it has none.'),
    deleted_at: answers.time.describe('When it was deleted.'),
    deleted_by: named('TrashActor', reference)
      .nullable()
      .describe('Whose account deleted it; null for the server itself.'),
    expires_at: answers.time.describe('When it goes for good.'),
    entry_id: answers.id.describe('The journal’s entry of the delete.'),
    files: answers.count.describe('How many files it holds.'),
    bytes: answers.count.describe('What they hold together.'),
    chapters: answers.count.describe('How many chapters, of a book; else 0.'),
    places: answers.count.describe('In how many lists and blocks it stood.'),
  }),
);
export type TrashItem = z.infer<typeof trashItem>;

export const trashQuery = z
  .object({
    ...fields.listKeys,
    kind: documentedAs(
      fields.filterText(40).transform((text) => resourceNames.find((name) => name === text)),
      kind,
    ).describe('Only records of this kind. Anything else counts as absent.'),
  })
  .transform(fields.foldSearch);
export type TrashQuery = z.output<typeof trashQuery>;

export const restored = named(
  'Restored',
  z.object({
    entry_id: answers.id.describe('The journal’s entry of the restore, which can be undone.'),
    kind: kind.describe('What kind of record it is.'),
    record: reference.describe('The record, which is in the catalogue again.'),
    left_out: z
      .array(
        z.object({ kind: kind.describe('What kind of record it is.'), id: answers.id, name: answers.name }),
      )
      .describe('Where it stood, and could not be put back because that is gone itself.'),
  }),
);
export type Restored = z.infer<typeof restored>;

export const emptyTrash = named(
  'EmptyTrash',
  z.object({
    kind: documentedAs(
      fields.filterText(40).transform((text) => resourceNames.find((name) => name === text)),
      kind,
    ).describe('Only records of this kind. Absent: of every kind that the caller may delete.'),
  }),
);

export const emptied = named(
  'Emptied',
  z.object({
    deleted: answers.count.describe('How many went for good.'),
    remaining: answers.count.describe('How many are left for the next call: one call takes a bounded time.'),
  }),
);
export type Emptied = z.infer<typeof emptied>;

/** Messages of successful calls. */
export const trashMessages = { restored: 'Restored', removed: 'Deleted for good' } as const;

export const trashEndpoints = {
  /** Records of the kinds that the caller may edit or delete; newest first. */
  list: { method: 'GET', path: '/trash' },
  get: { method: 'GET', path: '/trash/:id' },
  /** Any of `permissionsToRestore`. */
  restore: { method: 'POST', path: '/trash/:id/restore' },
  /** Deletes permanently. Permission `<resource>:delete`. */
  remove: { method: 'DELETE', path: '/trash/:id' },
  /** Permanently deletes what the caller is allowed to delete, in batches: repeat while `remaining` is above 0. */
  empty: { method: 'POST', path: '/trash/empty' },
} as const;

/** Permissions to view and restore records of a kind in the trash; any one of them is enough. */
export const permissionsToRestore = (of: ResourceName): readonly Permission[] => [
  `${of}:delete`,
  `${of}:edit`,
];
