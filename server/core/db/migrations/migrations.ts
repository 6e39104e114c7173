import { type Kysely, type Transaction, sql } from 'kysely';
import { OperatorError } from '#server/core/errors';
import type { OpenedDialect } from '../dialects/dialect.ts';
import type { Schema } from '../schema.ts';
import { foundation } from './001-foundation.ts';
import { curation } from './002-curation.ts';
import { namesAndSearch } from './003-names-and-search.ts';
import { authorWords } from './004-author-words.ts';
import { jobs } from './005-jobs.ts';
import { imports } from './006-imports.ts';
import { scans } from './007-scans.ts';
import { people } from './008-people.ts';
import { securityLog } from './009-security-log.ts';
import { narrowBooks } from './010-narrow-books.ts';
import { journal } from './011-journal.ts';
import { trash } from './012-trash.ts';
import { facts } from './013-facts.ts';
import { insides } from './014-insides.ts';
import { settings } from './015-settings.ts';
import { secondFactor } from './016-second-factor.ts';
import { bulkChanges } from './018-bulk-changes.ts';
import { journalCounts } from './021-journal-counts.ts';
import { soundParts } from './024-sound-parts.ts';
import { bulkEntries } from './025-bulk-entries.ts';
import { spreadsheets } from './025-spreadsheets.ts';
import { authors } from './026-authors.ts';
import { mergedSearch } from './027-merged-search.ts';
import { authorsInSearches } from './031-authors-in-searches.ts';
import { textsInSearches } from './031-texts-in-searches.ts';
import { undoneSpreadsheets } from './031-undone-spreadsheets.ts';
import { listViews } from './032-list-views.ts';
import { countsByCell } from './033-counts-by-cell.ts';
import { importDetails } from './038-import-details.ts';
import { journalLists } from './039-journal-lists.ts';
import { booksOfAuthors } from './040-books-of-authors.ts';
import { turnsOfJobs } from './041-turns-of-jobs.ts';
import { standardNames } from './042-standard-names.ts';
import { accessControl } from './043-access-control.ts';
import { chapterCount } from './044-chapter-count.ts';
import { signInProviders } from './045-sign-in-providers.ts';
import { backups } from './046-backups.ts';
import { moves } from './047-moves.ts';
import { standardColumns } from './048-standard-columns.ts';
import { standardValues } from './049-standard-values.ts';
import { searchWords } from './050-search-words.ts';
import { recordPresence } from './051-record-presence.ts';
import { standardTerms } from './052-standard-terms.ts';
import { previewLinks } from './053-preview-links.ts';
import { audioRms } from './054-audio-rms.ts';
import { clippedAudio } from './055-clipped-audio.ts';
import { series } from './056-series.ts';
import { publicationRecord } from './057-publication-record.ts';
import { contributors } from './058-contributors.ts';
import { bookRights } from './059-book-rights.ts';
import { releases } from './060-releases.ts';
import { contributorLists } from './061-contributor-lists.ts';
import { bookChoices } from './062-book-choices.ts';
import { releaseRuns } from './063-release-runs.ts';
import { releaseComments } from './064-release-comments.ts';
import { contentEntries } from './065-content-entries.ts';
import { releaseCalendars } from './066-release-calendars.ts';
import { editions } from './067-editions.ts';
import { customFields } from './068-custom-fields.ts';
import { tradeTexts } from './069-trade-texts.ts';
import { publishers } from './070-publishers.ts';
import { bookSamples } from './071-book-samples.ts';
import { localizedTexts } from './072-localized-texts.ts';
import { subjects } from './073-subjects.ts';
import { contributorDetails } from './074-contributor-details.ts';
import { recordSearch } from './075-record-search.ts';
import { subjectSchemeNames } from './076-subject-scheme-names.ts';
import { numberSearch } from './077-number-search.ts';
import { subCategorySubjects } from './078-sub-category-subjects.ts';
import { datesById } from './079-dates-by-id.ts';
import { clicks } from './080-clicks.ts';
import { audioFeatures } from './081-audio-features.ts';
import { bookWords } from './082-book-words.ts';
import { alignmentMethods } from './083-alignment-methods.ts';
import type { Migration } from './migration.ts';

/** In the order they run. New ones go to the end; released ones are never edited. */
export const migrations: readonly Migration[] = [
  foundation,
  curation,
  namesAndSearch,
  authorWords,
  jobs,
  imports,
  scans,
  people,
  securityLog,
  narrowBooks,
  journal,
  trash,
  facts,
  insides,
  settings,
  secondFactor,
  bulkChanges,
  journalCounts,
  soundParts,
  bulkEntries,
  spreadsheets,
  authors,
  mergedSearch,
  authorsInSearches,
  textsInSearches,
  undoneSpreadsheets,
  listViews,
  countsByCell,
  importDetails,
  journalLists,
  booksOfAuthors,
  turnsOfJobs,
  standardNames,
  accessControl,
  chapterCount,
  signInProviders,
  backups,
  moves,
  standardColumns,
  standardValues,
  searchWords,
  recordPresence,
  standardTerms,
  previewLinks,
  audioRms,
  clippedAudio,
  series,
  publicationRecord,
  contributors,
  bookRights,
  releases,
  contributorLists,
  bookChoices,
  releaseRuns,
  releaseComments,
  contentEntries,
  releaseCalendars,
  editions,
  customFields,
  tradeTexts,
  publishers,
  bookSamples,
  localizedTexts,
  subjects,
  contributorDetails,
  recordSearch,
  subjectSchemeNames,
  numberSearch,
  subCategorySubjects,
  datesById,
  clicks,
  audioFeatures,
  bookWords,
  alignmentMethods,
];

/** The steps that a database has still to take. @throws OperatorError when it has taken steps that this version does not know */
async function missingOf(db: Kysely<Schema>): Promise<Migration[]> {
  const rows = await db.selectFrom('migrations').select('name').execute();
  const applied = new Set(rows.map((row) => row.name));
  const knownNames = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !knownNames.has(name));
  if (unknown.length > 0)
    throw new OperatorError(
      `A newer version has changed this database (${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
  return migrations.filter(({ name }) => !applied.has(name));
}

const movePhase = async (db: Kysely<Schema>) =>
  (await db.selectFrom('move_state').select('phase').executeTakeFirst())?.phase;

/** Changed tables end the way back of a move: changes are recorded by the shape of the tables. */
async function endMove(trx: Transaction<Schema>, { capture }: OpenedDialect): Promise<void> {
  if (!(await tableNames(trx)).has('move_state')) return;
  if ((await movePhase(trx)) === 'copying')
    throw new OperatorError(
      'A move of this catalogue didn’t finish. Finish it with the earlier version, or run lectern move --cancel.',
    );
  await capture.stop(trx);
  await trx.deleteFrom('move_changes').execute();
  await trx.deleteFrom('move_state').execute();
}

/** A table that exists while a backup is restored into the database. */
export const restoreTable = 'restore_progress';

export async function tableNames(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}

async function missingIn(db: Kysely<Schema>): Promise<readonly Migration[]> {
  const names = await tableNames(db);
  if (names.has('move_state') && (await movePhase(db)) === 'arriving')
    throw new OperatorError(
      'A catalogue is being moved into this database, or its move didn’t finish. Run lectern move again.',
    );
  if (names.has(restoreTable))
    throw new OperatorError(
      'A backup is being restored into this database, or its restore didn’t finish. Run the restore again.',
    );
  return names.has('migrations') ? missingOf(db) : migrations;
}

/** Looks whether the tables are those of this version, and changes nothing. @throws OperatorError when they are not */
export async function assertSameVersion(db: Kysely<Schema>): Promise<void> {
  const missing = await missingIn(db);
  if (missing.length > 0)
    throw new OperatorError(
      `This database was created by an older version (without ${missing.map(({ name }) => name).join(', ')}). ` +
        'Run lectern migrate first.',
    );
}

async function createMigrationsTable(trx: Kysely<Schema>): Promise<void> {
  await trx.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
}

async function apply(
  trx: Transaction<Schema>,
  steps: readonly Migration[],
  { engine }: OpenedDialect,
): Promise<void> {
  for (const { name, up } of steps) {
    await up(trx.$pickTables<never>(), engine);
    await trx.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute();
  }
}

/**
 * Creates the tables of a backup in an empty database, in the shape that they had when it was made. The database cannot be opened for use
 * until the table `restore_progress` is dropped.
 * @throws OperatorError when the backup is of a newer version
 */
export async function createTables(
  db: Kysely<Schema>,
  dialect: OpenedDialect,
  backup: { readonly migrations: readonly string[]; readonly archiveId: string },
): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = backup.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new OperatorError(
      `A newer version made this backup (${unknown.join(', ')}). Restore it with that version.`,
    );
  const applied = new Set(backup.migrations);
  await db.transaction().execute(async (trx) => {
    await dialect.lockMigrations(trx);
    await createMigrationsTable(trx);
    await trx.schema
      .createTable(restoreTable)
      .addColumn('archive_id', 'text', (column) => column.notNull())
      .addColumn('are_rows_restored', 'integer', (column) => column.notNull())
      .addColumn('lease_until', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('lease_owner', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`insert into ${sql.table(restoreTable)} (archive_id, are_rows_restored) values (${backup.archiveId}, 0)`.execute(
      trx,
    );
    await apply(
      trx,
      migrations.filter(({ name }) => applied.has(name)),
      dialect,
    );
  });
}

/**
 * Applies missing migrations in one transaction: all to an empty database, and the next one to a catalogue.
 * @returns false when none is missing
 */
async function applyNext(db: Kysely<Schema>, dialect: OpenedDialect): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await dialect.lockMigrations(trx);
    await createMigrationsTable(trx);
    const missing = await missingOf(trx);
    const isEmpty = missing.length === migrations.length;
    const next = isEmpty ? missing : missing.slice(0, 1);
    if (next.length === 0) return false;
    await endMove(trx, dialect);
    await apply(trx, next, dialect);
    if (next.length === missing.length) await dialect.gatherStatistics(trx);
    return true;
  });
}

/**
 * Applies the missing migrations. Each one of a catalogue is committed when it is complete, so that a killed upgrade continues where it
 * ended. Writes nothing when none is missing: a read-only database can be served.
 * @throws OperatorError when the database has migrations that this version does not know
 */
export async function runMigrations(db: Kysely<Schema>, dialect: OpenedDialect): Promise<void> {
  if ((await missingIn(db)).length === 0) return;
  for (let isApplied = true; isApplied; ) isApplied = await applyNext(db, dialect);
}
