import type { Transaction } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';
import type { Schema } from '#server/core/db/schema';
import { isRejection } from '#server/core/errors';
import type { ReleaseAccess } from '#server/features/releases/release-access';
import { shownText } from './spreadsheet-limits.ts';
import type { PlannedRow, RejectedItem } from './spreadsheet-rows.ts';
import type { SpreadsheetKind } from './spreadsheet-types.ts';

/** Returns the source of the changes that a spreadsheet saves into a release. */
export const sourceOf = (id: number): string => `spreadsheet ${id}`;

/** Rows per transaction. Other writes wait for its duration. */
export const RELEASE_ROWS = 5;

/** The result of a batch of rows. */
export interface BatchResult {
  readonly created: number;
  readonly changed: number;
  readonly failures: readonly RejectedItem[];
  /** The keys of files to delete after the commit. */
  readonly freedKeys: readonly string[];
}

/** Types of records with a code or number that must be unique. So a write depends on the other records of the type. */
const hasUniqueCode = (kind: ResourceName, rows: readonly PlannedRow[]): boolean =>
  kind === 'categories' || kind === 'sub-categories' || rows.some(({ input }) => 'isbn' in input);

/** Saves rows into a release in the transaction of the caller. A rejected row is reported, and the others are saved. */
export async function saveRows(
  trx: Transaction<Schema>,
  {
    releases,
    kinds,
  }: { readonly releases: ReleaseAccess; readonly kinds: Readonly<Record<ResourceName, SpreadsheetKind>> },
  {
    id,
    kind,
    userId,
    releaseId,
    rows,
  }: {
    readonly id: number;
    readonly kind: ResourceName;
    readonly userId: number;
    readonly releaseId: number;
    readonly rows: readonly PlannedRow[];
  },
): Promise<BatchResult> {
  const counts = { created: 0, changed: 0 };
  const failures: RejectedItem[] = [];
  const scope = {
    releaseId,
    kind,
    userId,
    source: sourceOf(id),
    newRecords: rows.filter((row) => row.id === null).length,
    independentIds: hasUniqueCode(kind, rows) ? undefined : rows.flatMap((row) => row.id ?? []),
  };
  const freedKeys = await releases.saveMany(trx, scope, async (writes) => {
    for (const row of rows)
      try {
        const { create, update } = kinds[kind].inputOf(row);
        await (create ? writes.create(create) : writes.update(update));
        counts[create ? 'created' : 'changed'] += 1;
      } catch (error) {
        if (!isRejection(error)) throw error;
        failures.push({ line: row.line, column: '', reason: shownText(error.message) });
      }
  });
  return { ...counts, failures, freedKeys };
}
