import type { Transaction } from 'kysely';
import type { ResourceName } from '#contract/core/record-types';
import { knownErrors } from '#contract/core/errors';
import { openStatuses, releaseLimits } from '#contract/releases/releases';
import { forgetEntry } from '#server/core/audit-log/signature';
import { type Lists, listChanges } from '#server/core/audit-log/list-change';
import { type StoredChange, readChanges } from '#server/core/audit-log/stored-change';
import { headOf } from '#server/core/audit-log/write-audit-log';
import { lockCatalogue, reserveBookId } from '#server/core/db/catalogue';
import { batches } from '#server/core/db/batches';
import { deleteFiles, insertFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseChangeRow, ReleaseRow } from '#server/core/db/tables/releases';
import { recordTypes } from '#contract/core/record-types';
import { inSavepoint, inTransaction } from '#server/core/db/transaction';
import { appError, notFound } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import type { WriteContext } from '#server/core/resource/resource-service';
import { type UploadedAudio, useUploads } from '#server/features/book-content/chapter-audio';
import { storeFiles, withFiles } from '#server/core/resource/stored-files';
import { type HeldFiles, heldFilesOf, noFiles } from './held-files.ts';
import { withLastingIds } from './release-references.ts';
import {
  type ReleaseView,
  type ViewDeps,
  applyChanges,
  changesOf,
  entriesAfter,
  hashOfList,
  openView,
  readFiles,
  readHashes,
} from './release-view.ts';

/** Locks a release. @throws AppError 404 */
export async function lockRelease(trx: Transaction<Schema>, id: number): Promise<ReleaseRow> {
  await lockCatalogue(trx);
  const row = await trx.selectFrom('releases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('release');
  return row;
}

/** @throws AppError 409 if the changes of the release can no longer be edited */
export function assertOpen({ status }: Pick<ReleaseRow, 'status'>): void {
  if (!openStatuses.includes(status)) throw appError(knownErrors.releaseClosed);
}

/** Deletes changes and the rows of their files. @returns the keys of the files, for the storage after the commit */
export async function discardRows(
  trx: Transaction<Schema>,
  rows: readonly ReleaseChangeRow[],
): Promise<string[]> {
  for (const batch of batches(rows.map(({ id }) => id)))
    await trx.deleteFrom('release_changes').where('id', 'in', batch).execute();
  const keys = rows.flatMap((row) => readFiles(row).keys);
  await deleteFiles(trx, keys);
  return keys;
}

/** A record in the format of the API. */
interface Item {
  id: number;
  version?: number | undefined;
}

/** The release and the resource of a write. */
export interface ReleaseScope {
  readonly releaseId: number;
  readonly kind: ResourceName;
}

export interface Target {
  readonly kind: ResourceName;
  readonly record_id: number;
}

/** The state of a record before a save. */
export interface Before {
  readonly entryId: number;
  readonly lists: Lists;
  readonly version: number;
}

type NewChange = Pick<
  ReleaseChangeRow,
  'name' | 'action' | 'input' | 'changes' | 'list_hashes' | 'base_version'
> &
  Partial<Pick<ReleaseChangeRow, 'id'>>;

/** Merges the changes of several entries about one record into one change per field. */
export function mergeChanges(changes: readonly StoredChange[], before: Lists, after: Lists): StoredChange[] {
  const values = new Map<string, StoredChange>();
  const listFields = new Set<string>();
  for (const change of changes) {
    if (change.type === 'list') listFields.add(change.field.split(':', 1)[0] ?? change.field);
    else {
      const earlier = values.get(change.field);
      values.set(
        change.field,
        earlier?.type === change.type && 'before' in earlier
          ? ({ ...change, before: earlier.before } as StoredChange)
          : change,
      );
    }
  }
  const valueChanges = [...values.values()].filter(
    (change) => change.type === 'list' || JSON.stringify(change.before) !== JSON.stringify(change.after),
  );
  const lists = listChanges(before, after).filter(({ field }) =>
    listFields.has(field.split(':', 1)[0] ?? field),
  );
  return [...valueChanges, ...lists];
}

/** Keeps the values that the release has seen first, so that later live changes of them remain conflicts. */
function withFirstSeen(
  changes: readonly StoredChange[],
  hashes: Readonly<Record<string, string>>,
  lastChange: ReleaseChangeRow | undefined,
) {
  if (!lastChange) return { changes, hashes };
  const earlier = new Map(readChanges(lastChange.changes).map((change) => [change.field, change]));
  return {
    changes: changes.map((change): StoredChange => {
      const first = earlier.get(change.field);
      if (!first || first.type === 'list' || first.type !== change.type) return change;
      return { ...change, before: first.before } as StoredChange;
    }),
    hashes: { ...hashes, ...readHashes(lastChange) },
  };
}

export interface Write {
  readonly view: ReleaseView;
  readonly target: Target;
  readonly files: HeldFiles;
  readonly context: WriteContext;
  /** The bulk edit or spreadsheet; undefined for a single save. */
  readonly source?: string | undefined;
}

/** The change that a save adds to the release, and its response. */
export interface WriteResult {
  readonly item: Item;
  /** The change to store; undefined if it changes nothing. */
  readonly change: NewChange | undefined;
  /** Completes the change after the write was rolled back. */
  readonly complete?: (trx: Transaction<Schema>) => Promise<NewChange | undefined>;
  /** The earlier changes that are no longer needed. */
  readonly obsolete: readonly ReleaseChangeRow[];
}

/** Returns a function that returns true for the changes of a record. */
export const isAbout = (target: Target) => (row: ReleaseChangeRow) =>
  row.kind === target.kind && row.record_id === target.record_id;

/** The writes of a release. Each has the rules, responses and errors of the live write. */
export function createReleaseWrites(deps: ViewDeps & { readonly files: FileStorage }) {
  const { database, files } = deps;

  const contextOf = ({ context, target }: Write): WriteContext => ({
    user: context.user,
    authorize: () => Promise.resolve(),
    files: context.files,
    recordId: target.record_id,
  });

  const stateOf = async ({ trx, byResource }: ReleaseView, target: Target): Promise<Before | undefined> => {
    const { life } = byResource[target.kind];
    const record = await life.find(trx, target.record_id);
    if (!record) return undefined;
    return {
      entryId: (await headOf(trx)).id,
      lists: await life.lists(trx, target.record_id),
      version: record.version,
    };
  };

  async function create(write: Write, input: object): Promise<WriteResult> {
    const { view, target, files: held } = write;
    const head = await headOf(view.trx);
    view.storage.use(held);
    const item = await view.byResource[target.kind].create(input as never, contextOf(write));
    const [entry] = await entriesAfter(view.trx, target, head.id);
    if (!entry) throw new Error('A create has no audit log entry.');
    return {
      item,
      obsolete: [],
      change: {
        name: entry.name,
        action: 'created',
        input: JSON.stringify(input),
        changes: entry.changes,
        list_hashes: '{}',
        base_version: 0,
      },
    };
  }

  /** @param lastChange the last change of the release, if it is about the same record; the update is merged into it */
  async function update(
    write: Write,
    input: object,
    {
      before,
      lastChange,
    }: { readonly before: Before | undefined; readonly lastChange: ReleaseChangeRow | undefined },
  ): Promise<WriteResult> {
    const { view, target, files: held } = write;
    const { life, ...service } = view.byResource[target.kind];
    view.storage.use(held);
    const item = await service.update(input as never, contextOf(write));
    if (!before) throw notFound(life.noun);
    const entries = await entriesAfter(view.trx, target, before.entryId);
    const changes = mergeChanges(
      entries.flatMap((entry) => readChanges(entry.changes)),
      before.lists,
      await life.lists(view.trx, target.record_id),
    );
    const obsolete = lastChange ? [lastChange] : [];
    const hashes = Object.fromEntries(
      changes.flatMap((change) =>
        change.type === 'list' ? [[change.field, hashOfList(before.lists, change.field)]] : [],
      ),
    );
    const firstSeen = withFirstSeen(changes, hashes, lastChange);
    if (changes.length === 0) return { item, obsolete, change: undefined };
    return {
      item,
      obsolete,
      change: {
        name: (await life.find(view.trx, target.record_id))?.name ?? '',
        action: 'changed',
        input: '',
        changes: JSON.stringify(firstSeen.changes),
        list_hashes: JSON.stringify(firstSeen.hashes),
        base_version: lastChange?.base_version ?? before.version,
      },
    };
  }

  async function remove(
    write: Write,
    before: Before | undefined,
    own: readonly ReleaseChangeRow[],
  ): Promise<WriteResult> {
    const { view, target } = write;
    const service = view.byResource[target.kind];
    const record = await service.life.find(view.trx, target.record_id);
    const head = await headOf(view.trx);
    view.storage.use(noFiles);
    await service.remove(target.record_id, contextOf(write));
    const [entry] = await entriesAfter(view.trx, target, head.id);
    return {
      item: { id: target.record_id },
      obsolete: own,
      change: own.some(({ action }) => action === 'created')
        ? undefined
        : {
            name: record?.name ?? '',
            action: 'deleted',
            input: '',
            changes: entry?.changes ?? '[]',
            list_hashes: '{}',
            base_version: own[0]?.base_version ?? before?.version ?? 0,
          },
    };
  }

  /** Stores the change of a save. @returns the keys of files that no change needs any more */
  async function store(
    trx: Transaction<Schema>,
    releaseId: number,
    {
      write: { target, files: held, context, source },
      result: { change, obsolete },
    }: {
      readonly write: Omit<Write, 'view'>;
      readonly result: Pick<WriteResult, 'change' | 'obsolete'>;
    },
  ): Promise<string[]> {
    const updated_at = new Date().toISOString();
    await trx.updateTable('releases').set({ updated_at }).where('id', '=', releaseId).execute();
    const obsoleteIds = obsolete.map(({ id }) => id);
    if (obsoleteIds.length > 0)
      await trx.deleteFrom('release_changes').where('id', 'in', obsoleteIds).execute();
    const keys = [...obsolete.flatMap((row) => readFiles(row).keys), ...held.keys];
    const isUsed = (key: string) => change?.changes.includes(key) || change?.input.includes(key) || false;
    const freedKeys = keys.filter((key) => !isUsed(key));
    if (change)
      await trx
        .insertInto('release_changes')
        .values({
          ...change,
          ...target,
          changes: await withLastingIds(trx, change.changes),
          release_id: releaseId,
          files: JSON.stringify({ ...held, keys: keys.filter(isUsed) } satisfies HeldFiles),
          user_id: context.user.id,
          updated_at,
          source: source ?? null,
        })
        .execute();
    await deleteFiles(trx, freedKeys);
    return freedKeys;
  }

  /** Reserves the IDs of new records. */
  async function reserveIds(trx: Transaction<Schema>, kind: ResourceName, count: number): Promise<number[]> {
    if (kind !== 'books') return database.dialect.reserveIds(trx, recordTypes[kind].table, count);
    const ids: number[] = [];
    while (ids.length < count) ids.push(await reserveBookId(trx));
    return ids;
  }

  /** Runs a write on the catalogue with the changes of the release, rolls it back, and stores its change. */
  async function save(
    { releaseId, kind }: ReleaseScope,
    {
      id,
      context,
      uploads = new Map(),
      run,
    }: {
      readonly id: number | undefined;
      readonly context: WriteContext;
      /** Uploads that become files of the release. */
      readonly uploads?: ReadonlyMap<string, UploadedAudio> | undefined;
      /** @param rows the changes of the release before the write */
      readonly run: (write: Write, rows: readonly ReleaseChangeRow[]) => Promise<WriteResult>;
    },
  ): Promise<Item> {
    const storedFiles = await storeFiles(files, context.files);
    return withFiles(files, storedFiles.rows, () =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const earlierResult = await context.findStoredResult?.(trx);
        if (earlierResult !== undefined)
          return { result: earlierResult as Item, discarded: storedFiles.rows.map(({ key }) => key) };
        assertOpen(await lockRelease(trx, releaseId));
        const rows = await changesOf(trx, releaseId);
        if (rows.length >= releaseLimits.maxChanges)
          throw appError(knownErrors.releaseFull(releaseLimits.maxChanges));
        await insertFiles(trx, storedFiles.rows);
        await useUploads(trx, uploads);
        const target = { kind, record_id: id ?? (await reserveIds(trx, kind, 1))[0] ?? 0 };
        const heldFiles = heldFilesOf(storedFiles);
        const uploadKeys = [...uploads.values()].map(({ key }) => key);
        const write = { target, files: { ...heldFiles, keys: [...heldFiles.keys, ...uploadKeys] }, context };
        const result = await inSavepoint(
          trx,
          () => run({ ...write, view: openView(deps, trx) }, rows),
          false,
        );
        forgetEntry(trx);
        const change = (await result.complete?.(trx)) ?? result.change;
        const discardedKeys = await store(trx, releaseId, { write, result: { ...result, change } });
        await context.storeResult?.(trx, result.item);
        return { result: result.item, discarded: discardedKeys };
      }),
    );
  }

  return {
    create: (scope: ReleaseScope, input: object, context: WriteContext): Promise<Item> =>
      save(scope, {
        id: undefined,
        context,
        async run(write, rows) {
          await applyChanges(write.view, rows);
          return create(write, input);
        },
      }),

    update: (scope: ReleaseScope, input: { readonly id: number }, context: WriteContext): Promise<Item> =>
      save(scope, {
        id: input.id,
        context,
        async run(write, rows) {
          const { view, target } = write;
          const last = rows.at(-1);
          // Other changes can depend on an earlier change of the record, so only the last one is replaced. Those of bulk edits stay removable.
          const isReplaced =
            last?.action === 'changed' && last.input === '' && last.source === null && isAbout(target)(last);
          const lastChange = isReplaced ? last : undefined;
          await applyChanges(view, lastChange ? rows.slice(0, -1) : rows);
          const before = await stateOf(view, target);
          if (lastChange) await applyChanges(view, [lastChange]);
          return update(write, input, { before, lastChange });
        },
      }),

    save,
    /** The steps of a save, for several saves in one transaction. */
    steps: { stateOf, create, update, remove, store, reserveIds },

    remove: (scope: ReleaseScope, id: number, context: WriteContext): Promise<Item> =>
      save(scope, {
        id,
        context,
        async run(write, rows) {
          const { view, target } = write;
          await applyChanges(view, rows);
          return remove(write, await stateOf(view, target), rows.filter(isAbout(target)));
        },
      }),
  };
}

export type ReleaseWrites = ReturnType<typeof createReleaseWrites>;
