import {
  type JournalActor,
  type JournalDetail,
  type JournalEntry,
  type JournalQuery,
  permissionsToUndo,
} from '#contract/journal';
import { refusals } from '#contract/refusals';
import type { SessionUser } from '#server/auth/sessions';
import { referencedFiles } from '#server/db/files';
import { keptFiles } from '#server/db/kept-files';
import type { Database } from '#server/db/open';
import { notFound } from '#server/errors';
import { keysIn, readChanges, toChanges, toEntry } from '#server/journal/present';
import { peopleInJournal } from '#server/journal/people-in-journal';
import { findEntry, followersOf, latestEntryOf, pageOfJournal } from '#server/journal/read-journal';
import { trashIdOf } from '#server/journal/trash-rows';
import type { Lives } from './trash.service.ts';
import type { UndoMany } from './undo.service.ts';
import { refusalOf } from './undo.ts';

type Asked = Partial<JournalQuery> & Pick<JournalQuery, 'page' | 'items_per_page'>;

const anything = {
  actor_id: undefined,
  kind: undefined,
  record_id: undefined,
  action: undefined,
  cause_id: undefined,
  from: undefined,
  to: undefined,
} as const;

/** Reads what has happened in the catalogue. */
export function createJournalService(
  { kysely: db }: Database,
  lives: Lives,
  many?: Pick<UndoMany, 'refusalOf'>,
) {
  return {
    list: (query: Asked): Promise<{ items: JournalEntry[]; total: number }> =>
      pageOfJournal(db, { ...anything, ...query }),

    async actors(): Promise<JournalActor[]> {
      const people = await peopleInJournal(db);
      return people.map(({ actor, actions }) => ({
        actor,
        entries: Object.values(actions).reduce((sum, count) => sum + count, 0),
      }));
    },

    /** @throws AppError 404 */
    async get(id: number, user: SessionUser): Promise<JournalDetail> {
      const row = await findEntry(db, id);
      if (!row) throw notFound('journal entry');
      const keys = keysIn(readChanges(row.changes));
      const kept = new Set([...(await referencedFiles(db, keys)), ...(await keptFiles(db, keys))]);
      const { kind, record_id, action } = row;
      const permissions = permissionsToUndo(kind, action);
      const isBarred = permissions.length > 0 && !permissions.some((one) => user.permissions.has(one));
      const now = async () =>
        record_id === 0 && many ? many.refusalOf(db, id) : (await refusalOf(db, lives[kind], row))?.refusal;
      const refusal = isBarred ? refusals.noPermission : await now();
      return {
        ...toEntry(row),
        changes: toChanges(row.changes, kept),
        followers: await followersOf(db, id),
        latest_id: record_id === 0 ? id : await latestEntryOf(db, kind, record_id),
        is_there: (await lives[kind].find(db, record_id)) !== undefined,
        trash_id: (await trashIdOf(db, kind, record_id)) ?? null,
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
