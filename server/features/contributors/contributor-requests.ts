import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { editConflict } from '#server/core/errors';
import type { BookService } from '#server/features/books/books.service';

/** Returns the ID in the path; 0 for an unreadable one. */
export const idIn = (body: unknown): number => z.object({ id: fields.id }).safeParse(body).data?.id ?? 0;

/** Returns the version that a change is based on. @param versions those of `If-Match` @throws AppError 409 when `If-Match` names another one than the stored version */
export async function versionIn(
  { id, version }: { readonly id: number; readonly version?: number | undefined },
  versions: readonly number[] | undefined,
  authors: BookService['authors'],
): Promise<number | undefined> {
  if (version !== undefined) return version;
  const storedVersion = versions && (await authors.get(id)).version;
  if (storedVersion !== undefined && !versions?.includes(storedVersion)) throw editConflict('contributor');
  return storedVersion;
}
