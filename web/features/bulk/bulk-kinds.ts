import type { Permission } from '#contract/core/permissions';

/** The bulk edits of books, each with the permission that the server requires. */
export const bulkKinds = {
  category: 'books:edit',
  sub_category: 'books:edit',
  language: 'books:edit',
  service: 'books:edit',
  author: 'books:edit',
  publisher: 'books:edit',
  subjects: 'books:edit',
  keywords: 'books:edit',
  record: 'books:edit',
  custom: 'books:edit',
  editions: 'books:edit',
  collection: 'collections:edit',
  challenge: 'challenges:edit',
  delete: 'books:delete',
} as const satisfies Record<string, Permission>;
export type BulkKind = keyof typeof bulkKinds;

const kindList = Object.keys(bulkKinds) as BulkKind[];

export const kindsFor = (has: (permission: Permission) => boolean): readonly BulkKind[] =>
  kindList.filter((kind) => has(bulkKinds[kind]));
