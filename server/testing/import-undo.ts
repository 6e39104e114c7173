import type { Permission } from '#contract/core/permissions';
import { lifecyclesOf } from '#server/app/modules';
import type { Database } from '#server/core/db/open';
import { trashIdOf } from '#server/core/audit-log/trash-rows';
import { createUndoService } from '#server/features/audit-log/undo.service';
import { createTrashService } from '#server/features/trash/trash.service';
import { createCatalogue } from './factories.ts';
import type { openImportsOf } from './import-batches.ts';

type Batches = Awaited<ReturnType<typeof openImportsOf>>;

const historyOf = (database: Database, { books, series, files }: Batches) => ({
  database,
  files,
  lifecycles: { ...lifecyclesOf(createCatalogue(database)), books: books.life, series: series.life },
  trashDays: 30,
});

/** Returns a function that restores a book from the trash. */
export function restoreOf(database: Database, batches: Batches) {
  const { restore } = createTrashService(historyOf(database, batches));
  return async (id: number, permissions: ReadonlySet<Permission> = batches.context.permissions) => {
    const trashId = await trashIdOf(database.kysely, 'books', id);
    return restore(trashId ?? 0, async () => ({ id: 0, permissions }));
  };
}

/** Returns a function that undoes an entry about a book or a series. */
export function undoOf(database: Database, batches: Batches) {
  const { undo } = createUndoService(historyOf(database, batches));
  const { context } = batches;
  return (entryId: number, permissions: ReadonlySet<Permission> = context.permissions) =>
    undo(entryId, async () => ({ id: 0, permissions }));
}
