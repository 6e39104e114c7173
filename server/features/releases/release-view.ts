import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { CreateOf } from '#contract/core/define-resource';
import type { ResourceName } from '#contract/core/record-types';
import { resources } from '#contract/core/resources';
import { type ReleaseProblem, openStatuses } from '#contract/releases/releases';
import type { Services } from '#server/app/modules';
import { type Lists, afterChanges } from '#server/core/audit-log/list-change';
import { type StoredChange, readChanges } from '#server/core/audit-log/stored-change';
import { headOf } from '#server/core/audit-log/write-audit-log';
import { lockCatalogue } from '#server/core/db/catalogue';
import { databaseIn } from '#server/core/db/database-in';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import type { ReleaseChangeRow } from '#server/core/db/tables/releases';
import { inSavepoint } from '#server/core/db/transaction';
import { notFound, isRejection } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import { parse } from '#server/core/parse';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { serveFiles } from '#server/core/db/retained-files';
import type { RequestedState, RestoreFiles } from '#server/core/resource/lifecycle';
import type { AnyService, WriteContext } from '#server/core/resource/resource-service';
import { revisionOf } from '#server/features/book-content/book-content-rows';
import type { BookSettings } from '#server/features/books/book-rows';
import { readContent, writeContent } from './release-content.ts';
import { type HeldFiles, type HeldStorage, createHeldStorage, filesOfRequest } from './held-files.ts';

export interface ViewDeps {
  readonly database: Database;
  /** Creates the services of a database, for example of one that is a transaction. */
  createServices(database: Database, files: FileStorage): Services;
  servicesByResource(services: Services): Readonly<Record<ResourceName, AnyService>>;
  readonly settings: { values(): BookSettings };
}

/** The catalogue inside a transaction, to which the changes of releases are applied. */
export interface ReleaseView {
  readonly trx: Transaction<Schema>;
  readonly database: Database;
  readonly services: Services;
  readonly byResource: Readonly<Record<ResourceName, AnyService>>;
  readonly storage: HeldStorage;
  readonly settings: ViewDeps['settings'];
}

export function openView(
  { database, createServices, servicesByResource, settings }: ViewDeps,
  trx: Transaction<Schema>,
): ReleaseView {
  const storage = createHeldStorage();
  const databaseOfView = databaseIn(database, trx);
  const services = createServices(databaseOfView, storage);
  return {
    trx,
    database: databaseOfView,
    services,
    byResource: servicesByResource(services),
    storage,
    settings,
  };
}

/** @throws AppError 404 */
export async function assertRelease({ kysely }: Pick<Database, 'kysely'>, id: number): Promise<void> {
  const row = await kysely.selectFrom('releases').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('release');
}

/** Returns the changes of a release in the order in which they are applied. */
export const changesOf = (db: Kysely<Schema>, releaseId: number): Promise<ReleaseChangeRow[]> =>
  db.selectFrom('release_changes').selectAll().where('release_id', '=', releaseId).orderBy('id').execute();

/** Returns the changes that views of a release apply. Those of a closed release are live, or are not wanted anymore. */
export const openChangesOf = (db: Kysely<Schema>, releaseId: number): Promise<ReleaseChangeRow[]> =>
  db
    .selectFrom('release_changes')
    .selectAll('release_changes')
    .innerJoin('releases', 'releases.id', 'release_id')
    .where('release_id', '=', releaseId)
    .where('status', 'in', openStatuses)
    .orderBy('release_changes.id')
    .execute();

/** Returns the hash of a list, which identifies its state. */
export const hashOfList = (lists: Lists, field: string): string =>
  createHash('sha256')
    .update(JSON.stringify((lists.get(field) ?? []).map(({ key, details }) => [key, details ?? null])))
    .digest('base64url')
    .slice(0, 22);

export const readHashes = ({ list_hashes }: Pick<ReleaseChangeRow, 'list_hashes'>): Record<string, string> =>
  JSON.parse(list_hashes) as Record<string, string>;

export const readFiles = ({ files }: Pick<ReleaseChangeRow, 'files'>): HeldFiles =>
  JSON.parse(files) as HeldFiles;

/** Returns the entries about a record after an entry. */
export const entriesAfter = (
  db: Kysely<Schema>,
  { kind, record_id }: Pick<ReleaseChangeRow, 'kind' | 'record_id'>,
  entryId: number,
): Promise<AuditLogRow[]> =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .where('id', '>', entryId)
    .orderBy('id')
    .execute();

/** Returns the state that a change requests, from the current lists of the record. */
function stateAfter(changes: readonly StoredChange[], lists: Lists): RequestedState {
  const state = { values: new Map(), records: new Map(), files: new Map() } satisfies Omit<
    RequestedState,
    'lists'
  >;
  for (const change of changes) {
    if (change.type === 'value') state.values.set(change.field, change.after);
    if (change.type === 'record') state.records.set(change.field, change.after);
    if (change.type === 'file') state.files.set(change.field, change.after);
  }
  const listChanges = changes.filter((change) => change.type === 'list');
  return { ...state, lists: listChanges.length > 0 ? afterChanges(lists, listChanges) : new Map() };
}

const plain = (change: StoredChange): string =>
  change.type === 'list' ? '' : JSON.stringify(change.type === 'value' ? change.before : idOf(change.before));

const idOf = (reference: { readonly id?: number; readonly key?: string } | null) =>
  reference?.id ?? reference?.key ?? null;

/** Returns the fields that someone else changed since the release changed them first. */
function conflictsOf(row: ReleaseChangeRow, now: readonly StoredChange[], lists: Lists): string[] {
  const hashes = readHashes(row);
  const nowByField = new Map(now.map((change) => [change.field, change]));
  return readChanges(row.changes).flatMap((change) => {
    const current = nowByField.get(change.field);
    // The live value equals that of the release.
    if (!current) return [];
    if (change.type === 'list')
      return hashes[change.field] === hashOfList(lists, change.field) ? [] : change.field;
    return plain(change) === plain(current) ? [] : change.field;
  });
}

export interface AppliedChange {
  readonly row: ReleaseChangeRow;
  /** The changes as they are now: `before` is live. */
  readonly changes: readonly StoredChange[];
  /** The hashes of the changed lists before the change, by field. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly version: number;
  /** The version of the content before a change of it; otherwise 0. */
  readonly revision: number;
  readonly problem: ReleaseProblem | null;
}

const conflict = (row: ReleaseChangeRow, fields: readonly string[]): ReleaseProblem => ({
  kind: 'conflict',
  fields: [...fields],
  message:
    fields.length === 0
      ? `Someone else changed “${row.name}” since it was added to the release.`
      : `Someone else changed the same fields of “${row.name}”.`,
});

const contextOf = (row: ReleaseChangeRow): WriteContext => ({
  user: { id: row.user_id ?? 0, email: '' },
  authorize: () => Promise.resolve(),
  files: filesOfRequest(readFiles(row)),
  recordId: row.record_id,
});

/** The state of a record before a change. */
interface Before {
  /** The lists of the record, if the change concerns lists. */
  readonly lists: Lists;
  /** 0 for a new record. */
  readonly version: number;
  /** The version of the content, for a change of it; otherwise 0. */
  readonly revision: number;
}

const noLists: Lists = new Map();

/** Runs the write of a change. Its files already have rows. @throws AppError if the change is not valid anymore */
async function write(view: ReleaseView, row: ReleaseChangeRow): Promise<Before> {
  const { trx, byResource, storage } = view;
  const service = byResource[row.kind];
  storage.use(readFiles(row));
  if (row.action === 'created') {
    const input = parse(resources[row.kind].create, JSON.parse(row.input)) as CreateOf<
      (typeof resources)[typeof row.kind]
    >;
    await service.create(input as never, contextOf(row));
    return { lists: noLists, version: 0, revision: 0 };
  }
  const { life } = service;
  const record = await life.find(trx, row.record_id);
  if (!record) throw notFound(life.noun);
  const { version } = record;
  const changes = row.action === 'changed' ? readChanges(row.changes) : [];
  const content = readContent(row);
  const lists =
    content || changes.some(({ type }) => type === 'list') ? await life.lists(trx, row.record_id) : noLists;
  if (content) {
    const revision = await revisionOf(trx, row.record_id);
    const keys = await writeContent(trx, row, { content, settings: view.settings.values() });
    storage.releasedKeys.discarded.push(...keys);
    return { lists, version, revision };
  }
  const { discarded, retained } = await (row.action === 'deleted'
    ? life.remove(trx, row.record_id)
    : life.change(trx, row.record_id, {
        version: undefined,
        requestedState: stateAfter(changes, lists),
        restoreFiles: () => Promise.resolve(),
      }));
  storage.releasedKeys.discarded.push(...discarded);
  storage.releasedKeys.retained.push(...retained);
  return { lists, version, revision: 0 };
}

/** Returns the conflict of a change with later live changes, or null. */
function conflictOf(row: ReleaseChangeRow, changes: readonly StoredChange[], before: Before) {
  const content = readContent(row);
  if (content) {
    const isSame =
      content.revision === before.revision &&
      readHashes(row)['chapters'] === hashOfList(before.lists, 'chapters');
    return isSame ? null : conflict(row, ['chapters']);
  }
  if (row.action === 'deleted') return before.version === row.base_version ? null : conflict(row, []);
  const fields = row.action === 'changed' ? conflictsOf(row, changes, before.lists) : [];
  return fields.length > 0 ? conflict(row, fields) : null;
}

/** Applies one change and compares it with the state before. A change that is not valid anymore changes nothing. */
export async function applyChange(view: ReleaseView, row: ReleaseChangeRow): Promise<AppliedChange> {
  const { trx } = view;
  const head = await headOf(trx);
  try {
    const before = await inSavepoint(trx, () => write(view, row), true);
    const entries = await entriesAfter(trx, row, head.id);
    const changes = entries.flatMap((entry) => readChanges(entry.changes));
    const hashes = Object.fromEntries(
      Object.keys(readHashes(row)).map((field) => [field, hashOfList(before.lists, field)]),
    );
    const { version, revision } = before;
    return { row, changes, hashes, version, revision, problem: conflictOf(row, changes, before) };
  } catch (error) {
    if (!isRejection(error)) throw error;
    return {
      row,
      changes: readChanges(row.changes),
      hashes: readHashes(row),
      version: row.base_version,
      revision: 0,
      problem: { kind: 'rejected', fields: [], message: error.message },
    };
  }
}

/** Applies changes for requests that only read their result. Those that are not valid anymore are left out. */
export async function applyChanges(view: ReleaseView, rows: readonly ReleaseChangeRow[]): Promise<void> {
  for (const row of rows) {
    await inSavepoint(view.trx, () => write(view, row), true).catch((error: unknown) => {
      if (!isRejection(error)) throw error;
    });
    await yieldToEventLoop();
  }
}

/** Applies all changes of a release in their order, and compares each with the state before. */
export async function applyRelease(view: ReleaseView, releaseId: number): Promise<AppliedChange[]> {
  await lockCatalogue(view.trx);
  const appliedChanges: AppliedChange[] = [];
  for (const row of await changesOf(view.trx, releaseId)) {
    appliedChanges.push(await applyChange(view, row));
    // Other requests run between two changes.
    await yieldToEventLoop();
  }
  return appliedChanges;
}

/** Returns the rows of retained files. The blobs stay where they are, because the transaction is rolled back. */
export const serveRows =
  (trx: Transaction<Schema>): RestoreFiles =>
  async (keys) => {
    await serveFiles(trx, keys);
  };

/** Returns the time of the clock of the database. */
export async function timeOf({ dialect }: Pick<Database, 'dialect'>, db: Kysely<Schema>): Promise<string> {
  return (await dialect.capture.now(db)).toISOString();
}
