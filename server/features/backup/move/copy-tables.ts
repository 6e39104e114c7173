import { openTableReader } from '#server/core/db/dialects/open-table-copy';
import type { TableWriter } from '#server/core/db/dialects/table-copy';
import { withClosing } from '../closing.ts';
import type { MoveLease } from './move-progress.ts';
import type { PrintLine } from '#server/core/command-output';
import { createProgress } from './progress.ts';

/** Copies all tables from one snapshot, except tables that were copied before an interruption. */
export async function copyTables(
  sourceUrl: string,
  { writer, lease }: { readonly writer: TableWriter; readonly lease: MoveLease },
  print: PrintLine,
): Promise<void> {
  const reader = await openTableReader(sourceUrl);
  await withClosing(reader, async () => {
    const tables = reader.tables.filter(({ name }) => !lease.progress.copiedTables.includes(name));
    const total = tables.reduce((sum, { rows }) => sum + rows, 0);
    const progress = createProgress('rows', { print, lease, total });
    for (const table of tables) {
      await writer.clear(table.name);
      for await (const rows of reader.rows(table)) {
        await writer.insert(table, rows);
        progress.add(rows.length);
      }
      await writer.commit();
      await lease.save({ copiedTables: [...lease.progress.copiedTables, table.name] });
    }
  });
}
