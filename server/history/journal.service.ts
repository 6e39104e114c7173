import {
  type JournalDetail,
  type JournalEntry,
  type JournalQuery,
  permissionsToUndo,
} from '#contract/journal';
import { refusals } from '#contract/refusals';
import type { SessionUser } from '#server/auth/sessions';
import { referencedFiles } from '#server/db/files';
import type { Database } from '#server/db/open';
import { notFound } from '#server/errors';
import { keysIn, readChanges, toChanges, toEntry } from '#server/journal/present';
import { findEntry, latestEntryOf, pageOfJournal } from '#server/journal/read-journal';

type Asked = Partial<JournalQuery> & Pick<JournalQuery, 'page' | 'items_per_page'>;

const anything = {
  actor_id: undefined,
  kind: undefined,
  record_id: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
} as const;

/** Reads what has happened in the catalogue. */
export function createJournalService({ kysely: db }: Database) {
  return {
    list: (query: Asked): Promise<{ items: JournalEntry[]; total: number }> =>
      pageOfJournal(db, { ...anything, ...query }),

    /** @throws AppError 404 */
    async get(id: number, user: SessionUser): Promise<JournalDetail> {
      const row = await findEntry(db, id);
      if (!row) throw notFound('journal entry');
      const kept = await referencedFiles(db, keysIn(readChanges(row.changes)));
      const latest_id = await latestEntryOf(db, row.kind, row.record_id);
      const mayUndo = permissionsToUndo(row.kind, row.action).some((one) => user.permissions.has(one));
      const refusal = mayUndo ? undefined : refusals.noPermission;
      return {
        ...toEntry(row),
        changes: toChanges(row.changes, kept),
        latest_id,
        is_there: true,
        trash_id: null,
        undo: {
          is_possible: refusal === undefined,
          refusal: refusal?.message ?? null,
          code: refusal?.code ?? null,
        },
      };
    },
  };
}

export type JournalService = ReturnType<typeof createJournalService>;
