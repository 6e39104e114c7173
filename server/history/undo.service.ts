import type { Kysely, Transaction } from 'kysely';
import { type PutBack, type Undone, permissionsToUndo } from '#contract/journal';
import { type Refusal, refusals } from '#contract/refusals';
import type { Schema } from '#server/db/schema';
import type { JournalRow } from '#server/db/tables/journal';
import { notFound, refused, refusedField } from '#server/errors';
import { latestEntryOf } from '#server/journal/read-journal';
import { notedEntry, signUndo } from '#server/journal/signature';
import { takeTrash, trashIdOf } from '#server/journal/trash-rows';
import type { LetGo, RecordLife, Serve } from '#server/resources/record-life';
import { lockCatalogue } from '#server/db/catalogue';
import { ChangedSince } from './changed-since.ts';
import {
  type Authorize,
  type Caller,
  createHistoryWrites,
  nothingGone,
  requireAny,
} from './history-writes.ts';
import type { HistoryDeps } from './trash.service.ts';
import { entriesSince, partsOf, refusalOf, stateBefore, undoActions } from './undo.ts';

const entryOf = async (trx: Transaction<Schema>, id: number): Promise<JournalRow> => {
  const entry = await trx.selectFrom('journal').selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw notFound('journal entry');
  return entry;
};

/** How changes of many records at once are taken back: as a whole, in the background. */
export interface UndoMany {
  /** @returns the entry of the undo @throws AppError 403, 409 */
  undoEntry(trx: Transaction<Schema>, user: Caller, entryId: number): Promise<number>;
  /** Why it cannot be taken back now, whoever asks. */
  refusalOf(db: Kysely<Schema>, entryId: number): Promise<Refusal | undefined>;
}

/** Those of several kinds as one; the last knows what no other does. */
export function undoOneOf(
  first: UndoMany & { ownsEntry(db: Kysely<Schema>, entryId: number): Promise<boolean> },
  other: UndoMany,
): UndoMany {
  const of = async (db: Kysely<Schema>, entryId: number) =>
    (await first.ownsEntry(db, entryId)) ? first : other;
  return {
    undoEntry: async (trx, user, entryId) => (await of(trx, entryId)).undoEntry(trx, user, entryId),
    refusalOf: async (db, entryId) => (await of(db, entryId)).refusalOf(db, entryId),
  };
}

/** Takes back what was done to a record, or puts a part of it back as it was. @param many absent: changes of many are refused */
export function createUndoService({ database, files, lives }: HistoryDeps, many?: UndoMany) {
  const write = createHistoryWrites({ database, files });

  async function undoIn(
    trx: Transaction<Schema>,
    life: RecordLife,
    entry: JournalRow,
    serve: Serve,
  ): Promise<LetGo> {
    const { record_id: id } = entry;
    if (entry.action === 'created' || entry.action === 'restored') return life.remove(trx, id);
    if (entry.action === 'deleted') {
      const trashId = await trashIdOf(trx, entry.kind, id);
      const row = trashId === undefined ? undefined : await takeTrash(trx, trashId);
      if (!row) throw refused(refusals.undonePurge);
      await life.restore(trx, row, serve);
      return nothingGone;
    }
    const parts = await partsOf(trx, entry);
    const wanted = stateBefore(parts.toReversed(), undefined, await life.lists(trx, id));
    return life.change(trx, id, undefined, wanted, serve);
  }

  return {
    /** @throws AppError 401, 403, 404, 409 */
    undo: (entryId: number, authorize: Authorize): Promise<Undone> =>
      write(authorize, async (trx, user, serve) => {
        // First: nobody else writes between the look and the undo.
        await lockCatalogue(trx);
        const entry = await entryOf(trx, entryId);
        const { kind, record_id: id, name, action } = entry;
        if (id === 0 && many) {
          const entry_id = await many.undoEntry(trx, user, entryId);
          const result = { entry_id, kind, record: { id, name }, action: undoActions[action] };
          return { result, gone: nothingGone };
        }
        const life = lives[kind];
        const permissions = permissionsToUndo(kind, action);
        if (permissions.length > 0) requireAny(user, permissions);
        const found = await refusalOf(trx, life, entry);
        if (found)
          throw found.latest === undefined
            ? refused(found.refusal)
            : new ChangedSince(found.refusal, found.latest);
        signUndo(trx, entryId);
        const gone = await undoIn(trx, life, entry, serve);
        const entry_id = notedEntry(trx) ?? (await latestEntryOf(trx, kind, id));
        return { result: { entry_id, kind, record: { id, name }, action: undoActions[action] }, gone };
      }),

    /** An ordinary edit that has fields again as an entry found or left them. @throws AppError 401, 403, 404, 409, 422 */
    putBack: (life: RecordLife, input: PutBack, authorize: Authorize): Promise<void> =>
      write(authorize, async (trx, _user, serve) => {
        await lockCatalogue(trx);
        if (!(await life.find(trx, input.id))) throw notFound(life.noun);
        const entry = await entryOf(trx, input.entry_id);
        if (entry.kind !== life.kind || entry.record_id !== input.id)
          throw refusedField('entry_id', refusals.otherRecordsEntry);
        const fields = input.fields && new Set(input.fields.map((field) => field.split(':', 1)[0] ?? field));
        const entries = await entriesSince(trx, entry, input.state === 'before');
        const changes = entries.filter(({ action }) => action === 'changed');
        const wanted = stateBefore(changes, fields, await life.lists(trx, input.id));
        const gone = await life.change(trx, input.id, input.version, wanted, serve);
        return { result: undefined, gone };
      }),
  };
}

export type UndoService = ReturnType<typeof createUndoService>;
