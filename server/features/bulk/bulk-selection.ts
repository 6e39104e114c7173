import { type BulkChanges, type BulkRequest, MAX_LINKED_BOOKS } from '#contract/bulk/bulk';
import { knownErrors } from '#contract/core/errors';
import type { LanguageEntry } from '#contract/settings/language-list';
import type { Permission } from '#contract/core/permissions';
import type { Database } from '#server/core/db/open';
import { forbidden, appError } from '#server/core/errors';
import { readFilter } from '#server/features/books/book-filter';
import { createListReader } from '#server/features/books/list-reader';

/** Returns the type of a change; types cannot be combined. @throws AppError 422 */
export function modeOf(
  changes: BulkChanges,
): 'fields' | 'delete' | 'contributor' | 'collection' | 'challenge' {
  const { delete: isDeletion, contributor, collection_id, challenge_id, ...fields } = changes;
  const modes = [
    ...(isDeletion === true ? (['delete'] as const) : []),
    ...(contributor === undefined ? [] : (['contributor'] as const)),
    ...(collection_id === undefined ? [] : (['collection'] as const)),
    ...(challenge_id === undefined ? [] : (['challenge'] as const)),
    ...(Object.values(fields).some((value) => value !== undefined) ? (['fields'] as const) : []),
  ];
  const [mode, other] = modes;
  if (!mode) throw appError(knownErrors.nothingToChange);
  if (other) throw appError(knownErrors.standsAlone);
  return mode;
}

const requiredPermissions = {
  fields: 'books:edit',
  delete: 'books:delete',
  contributor: 'books:edit',
  collection: 'collections:edit',
  challenge: 'challenges:edit',
} as const satisfies Record<ReturnType<typeof modeOf>, Permission>;

/** Returns the permission for a bulk change. @throws AppError 422 */
export const permissionFor = (changes: BulkChanges): Permission => requiredPermissions[modeOf(changes)];

/** @throws AppError 403, 422 */
export function requireRight(permissions: ReadonlySet<Permission>, changes: BulkChanges): void {
  if (!permissions.has(permissionFor(changes))) throw forbidden();
}

/** @throws AppError 422 if a change links too many books as editions of one work */
export function assertLinkable({ edition_of }: BulkChanges, count: number): void {
  if (edition_of && count > MAX_LINKED_BOOKS) throw appError(knownErrors.tooManyLinked(MAX_LINKED_BOOKS));
}

/**
 * Returns the selected books: in the order of their ids in the request, or the oldest first. @throws AppError 409 when their number is not
 * the expected one, 422
 */
export async function selectedIds(
  database: Database,
  request: BulkRequest,
  languages: readonly LanguageEntry[],
): Promise<number[]> {
  const except = new Set(request.except);
  const left = (ids: Iterable<number>) => [...ids].filter((id) => !except.has(id));
  if (request.ids) return left(request.ids);
  if (!request.filter || request.expected === undefined) throw appError(knownErrors.booksRequired);
  const filter = await readFilter(database.kysely, request.filter, languages);
  const matchingIds = filter
    ? (await createListReader(database).whole(filter, undefined)).ids.toSorted()
    : [];
  if (matchingIds.length !== request.expected)
    throw appError(knownErrors.otherCount(request.expected, matchingIds.length));
  return left(matchingIds);
}
