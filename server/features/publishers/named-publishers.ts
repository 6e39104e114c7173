import { type Kysely, type Transaction, sql } from 'kysely';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { knownErrors } from '#contract/core/errors';
import { MAX_IMPRINTS, type Publisher } from '#contract/publishers/publishers';
import { type Lists, listChanges } from '#server/core/audit-log/list-change';
import { writeEntries } from '#server/core/audit-log/write-audit-log';
import { lockForRecordChange } from '#server/core/db/catalogue';
import { searchKeyOf } from '#server/core/db/folding';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { viewIdOf } from '#server/core/db/view-ids';
import { recordSearchWords } from '#server/core/db/search-words';
import { publisherColumns } from '#server/core/db/tables/publishers';
import { fieldError } from '#server/core/errors';
import { initialValues } from '#server/core/resource/columns';
import { rowChanges } from '#server/core/resource/row-changes';
import { listsOfPublisher } from './imprints.ts';
import { toPublisher } from './publishers.presenter.ts';
import { publishersByIds } from './publishers.repository.ts';

/* Books name their publisher and imprint. A write of a book finds them by name or creates them. */

/** The columns of a book that refer to its publisher and imprint. */
export interface PublisherOfBook {
  readonly publisher_id: number | null;
  readonly imprint_id: number | null;
}

/** A publisher that a write of a book created or changed, as it was before. */
export interface NamedPublisherChange {
  readonly id: number;
  /** Undefined for a new publisher. */
  readonly before: Publisher | undefined;
}

/** The names in a request. Absent names change nothing, and blank ones clear. */
export interface PublisherNames {
  readonly publisher?: string | undefined;
  readonly imprint?: string | undefined;
}

/** Selects the publisher with a name, by the key of the name. */
export const publisherByKey = prepare((db, { name_key }: { name_key: string }) =>
  db.selectFrom('publishers').select('id').where('name_key', '=', name_key),
);

/** Selects the imprint of a publisher with a name, by the key of the name. */
export const imprintByKey = prepare((db, { id, name_key }: { id: number; name_key: string }) =>
  db.selectFrom('imprints').select('id').where('publisher_id', '=', id).where('name_key', '=', name_key),
);

const imprintsByKey = prepare((db, { name_key }: { name_key: string }) =>
  db.selectFrom('imprints').select(['id', 'publisher_id']).where('name_key', '=', name_key).limit(2),
);

const noPublisher: PublisherOfBook = { publisher_id: null, imprint_id: null };

const withSingleSpaces = (name: string): string => name.replace(/\s+/gu, ' ').trim();

async function insertPublisher(trx: Transaction<Schema>, text: string): Promise<number> {
  await lockForRecordChange(trx, 'publishers', 1);
  const name = withSingleSpaces(text);
  const now = new Date().toISOString();
  const search_key = searchKeyOf(name);
  const { id } = await trx
    .insertInto('publishers')
    .values({
      ...initialValues(publisherColumns),
      name,
      ...viewIdOf(trx, contributorNameKey(name)),
      name_key: contributorNameKey(name),
      search_key,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordSearchWords(trx, [search_key]);
  return id;
}

/** Adds an imprint at the end of its publisher. */
async function insertImprint(trx: Transaction<Schema>, publisherId: number, text: string): Promise<number> {
  const name = withSingleSpaces(text);
  const { id } = await trx
    .insertInto('imprints')
    .values({
      publisher_id: publisherId,
      position: sql<number>`(select coalesce(max(position) + 1, 0) from imprints where publisher_id = ${publisherId})`,
      name,
      ...viewIdOf(trx, `${publisherId} ${contributorNameKey(name)}`),
      name_key: contributorNameKey(name),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Increases the version of a publisher with a new imprint. @returns the publisher as it was @throws AppError 422 */
async function extendPublisher(trx: Transaction<Schema>, id: number): Promise<Publisher | undefined> {
  const [stored] = await publishersByIds(trx, [id]);
  const before = stored && toPublisher(stored);
  if (before && before.imprints.length >= MAX_IMPRINTS)
    throw fieldError('imprint', knownErrors.tooManyImprints(MAX_IMPRINTS));
  await lockForRecordChange(trx, 'publishers');
  await trx
    .updateTable('publishers')
    .set({ version: sql`version + 1`, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  return before;
}

/** Returns the only imprint with a name, with its publisher. @throws AppError 422 if there is none, or several */
export async function onlyImprintNamed(db: Kysely<Schema>, name: string): Promise<PublisherOfBook> {
  const [imprint, other] = await imprintsByKey(db, { name_key: contributorNameKey(name) });
  if (!imprint) throw fieldError('imprint', knownErrors.unknownImprint(withSingleSpaces(name)));
  if (other) throw fieldError('imprint', knownErrors.ambiguousImprint(withSingleSpaces(name)));
  return { publisher_id: imprint.publisher_id, imprint_id: imprint.id };
}

export interface PublisherAfter {
  readonly columns: PublisherOfBook;
  readonly change?: NamedPublisherChange;
}

export interface PublisherRef {
  readonly id: number;
  readonly isNew: boolean;
}

/** Finds publishers and imprints by name. Those of a write are created if they do not exist. */
export interface PublisherSource {
  readonly publisherNamed: (name: string) => Promise<PublisherRef>;
  /** A blank name means no imprint. */
  readonly withImprint: (publisher: PublisherRef, imprint: string) => Promise<PublisherAfter>;
  /** Returns the only imprint with a name, with its publisher. @throws AppError 422 */
  readonly onlyImprintNamed: (name: string) => Promise<PublisherOfBook>;
}

/** Returns the publisher with a name, and creates it if it does not exist. */
async function publisherNamed(trx: Transaction<Schema>, name: string): Promise<PublisherRef> {
  const [existing] = await publisherByKey(trx, { name_key: contributorNameKey(name) });
  return existing ? { ...existing, isNew: false } : { id: await insertPublisher(trx, name), isNew: true };
}

/** Returns a publisher with one of its imprints, and creates the imprint if it does not exist. A blank name means no imprint. */
async function withImprint(
  trx: Transaction<Schema>,
  { id, isNew }: PublisherRef,
  imprint: string,
): Promise<PublisherAfter> {
  const creation = isNew ? { change: { id, before: undefined } } : {};
  if (imprint === '') return { columns: { publisher_id: id, imprint_id: null }, ...creation };
  const [existing] = await imprintByKey(trx, { id, name_key: contributorNameKey(imprint) });
  if (existing) return { columns: { publisher_id: id, imprint_id: existing.id } };
  const change = creation.change ?? { id, before: await extendPublisher(trx, id) };
  const imprint_id = await insertImprint(trx, id, imprint);
  return { columns: { publisher_id: id, imprint_id }, change };
}

/** Returns the publisher and the imprint of a book after a change of names. Another publisher removes the imprint. @throws AppError 422 */
export async function resolvePublisher(
  source: PublisherSource,
  { publisher, imprint }: PublisherNames,
  before: PublisherOfBook,
): Promise<PublisherAfter> {
  const { publisher_id } = before;
  if (publisher === undefined && imprint === undefined) return { columns: before };
  if (publisher) {
    const after = await source.withImprint(await source.publisherNamed(publisher), imprint ?? '');
    const isSame = after.columns.publisher_id === publisher_id;
    return isSame && imprint === undefined ? { columns: before } : after;
  }
  if (imprint) {
    if (publisher === undefined && publisher_id !== null)
      return source.withImprint({ id: publisher_id, isNew: false }, imprint);
    return { columns: await source.onlyImprintNamed(imprint) };
  }
  return { columns: publisher === '' ? noPublisher : { publisher_id, imprint_id: null } };
}

/** Finds publishers and imprints for a write, which creates those that do not exist. */
export const createdPublishers = (trx: Transaction<Schema>): PublisherSource => ({
  publisherNamed: (name) => publisherNamed(trx, name),
  withImprint: (publisher, imprint) => withImprint(trx, publisher, imprint),
  onlyImprintNamed: (name) => onlyImprintNamed(trx, name),
});

/**
 * Returns the publisher and the imprint of a book after a write, and creates those that do not exist. Another publisher removes the imprint.
 * An imprint without a publisher is the only one with its name.
 * @throws AppError 422 for an imprint without a publisher that is not unique
 */
export const publisherAfter = (
  trx: Transaction<Schema>,
  names: PublisherNames,
  before: PublisherOfBook = noPublisher,
): Promise<PublisherAfter> => resolvePublisher(createdPublishers(trx), names, before);

const noLists: Lists = new Map();

/** Adds the audit log entry of a publisher that a write of a book created or changed. @param causeId the entry of the book; default: of the whole change */
export async function recordNamedPublisher(
  trx: Transaction<Schema>,
  { id, before }: NamedPublisherChange,
  causeId?: number,
): Promise<void> {
  const [stored] = await publishersByIds(trx, [id]);
  const row = await trx.selectFrom('publishers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const lists = stored ? listsOfPublisher(toPublisher(stored)) : noLists;
  const changes = [
    ...(before ? [] : await rowChanges(trx, { columns: publisherColumns, before: undefined, after: row })),
    ...listChanges(before ? listsOfPublisher(before) : noLists, lists),
  ];
  const { name, version } = row;
  await writeEntries(trx, [
    {
      kind: 'publishers',
      record: { id, name },
      version,
      action: before ? 'changed' : 'created',
      changes,
      causeId,
    },
  ]);
}

const namesOf = prepare((db, { id }: { id: number }) =>
  db.selectFrom('publishers').select(['id', 'name']).where('id', '=', id),
);
const imprintNameOf = prepare((db, { id }: { id: number }) =>
  db.selectFrom('imprints').select(['id', 'name']).where('id', '=', id),
);

/** Returns the current names of the publisher and the imprint of a book. */
export async function namesOfPublisher(
  trx: Transaction<Schema>,
  { publisher_id, imprint_id }: PublisherOfBook,
): Promise<{ readonly publisher: string; readonly imprint: string }> {
  const [publisher] = publisher_id === null ? [] : await namesOf(trx, { id: publisher_id });
  const [imprint] = imprint_id === null ? [] : await imprintNameOf(trx, { id: imprint_id });
  return { publisher: publisher?.name ?? '', imprint: imprint?.name ?? '' };
}

/**
 * Returns the publisher and the imprint of a restored book: the same ones, or those with the earlier names if they were deleted.
 * @param names absent for a book that an older version deleted
 */
export async function restorePublisher(
  trx: Transaction<Schema>,
  { publisher_id, imprint_id }: PublisherOfBook,
  names: PublisherNames = {},
): Promise<PublisherAfter> {
  const columns = { publisher_id, imprint_id };
  const current = await namesOfPublisher(trx, columns);
  const isWhole =
    (publisher_id === null || current.publisher !== '') && (imprint_id === null || current.imprint !== '');
  if (isWhole) return { columns };
  const publisher = current.publisher || names.publisher;
  return publisher
    ? withImprint(trx, await publisherNamed(trx, publisher), names.imprint ?? '')
    : { columns: noPublisher };
}
