import type { Permission } from '#contract/core/permissions';
import { lifecyclesOf } from '#server/app/modules';
import type { Database } from '#server/core/db/open';
import { createUndoService } from '#server/features/audit-log/undo.service';
import { createCatalogue } from './factories.ts';
import type { openImportsOf } from './import-batches.ts';

/** Returns a function that undoes an entry about a book or a series. */
export function undoOf(
  database: Database,
  { books, series, files, context }: Awaited<ReturnType<typeof openImportsOf>>,
) {
  const lifecycles = { ...lifecyclesOf(createCatalogue(database)), books: books.life, series: series.life };
  const { undo } = createUndoService({ database, files, lifecycles, trashDays: 30 });
  return (entryId: number, permissions: ReadonlySet<Permission> = context.permissions) =>
    undo(entryId, async () => ({ id: 0, permissions }));
}
