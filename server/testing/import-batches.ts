import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Book } from '#contract/books/books';
import type { ImportProposal } from '#contract/imports/import-proposal';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { referencedFiles } from '#server/core/db/files';
import { type Database, migrate, openDatabase } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { readJobKind } from '#server/features/imports/imports.repository';
import { createImportService } from '#server/features/imports/imports.service';
import { createReadJob } from '#server/features/imports/parse.jobs';
import { storeBatch } from '#server/features/imports/store-batch';
import type { JobContext } from '#server/core/jobs/job';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { createFileStorage } from '#server/core/media/file-storage';
import { openStaging } from '#server/core/media/staging';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import { restoreContent } from '#server/features/book-content/restore-content';
import { createSeriesService } from '#server/features/series/series.service';
import { createBookService } from '#server/features/books/books.service';
import { openTestBlobStore } from './blob-stores.ts';
import type { Engine } from './databases.ts';
import { customFieldOf, settingsOf } from './settings.ts';
import { contextWith } from './factories.ts';
import { jobContext } from './job-context.ts';

export type UploadedFiles = Readonly<Record<string, Uint8Array | Promise<Uint8Array>>>;

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

/** Creates imports over a database and a blob store. Tests run their jobs explicitly. */
export async function openImports(database: Database, blobs: BlobStore, retention: RetentionPolicy = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-imports-'));
  const staging = await openStaging(folder, { image: 10_000_000, audio: 100_000_000 });
  const files = createFileStorage({ blobs, isReferenced: (keys) => referencedFiles(database.kysely, keys) });
  const jobs = createJobQueue(database);
  const books = createBookService({
    database,
    files,
    settings: settingsOf({
      provider_name: 'The Provider',
      custom_fields: [customFieldOf('season', 'number')],
    }),
    restoreContent,
    ...retention,
  });
  const context = contextWith();
  const series = createSeriesService({ database, files, ...retention });
  const imports = createImportService({ database, files, jobs, books, series });
  const readJob = createReadJob({
    database,
    jobs,
    blobs,
    staging,
    files,
    quotaBytes: Number.POSITIVE_INFINITY,
    adminEmail: 'admin@example.org',
  });

  async function begin(uploads: UploadedFiles, userId: number | null = null) {
    const storedBatches = await storeBatch(
      files,
      Object.entries(uploads).map(([path, bytes]) => ({
        path,
        stage: async () => staging.receive(path, 'audio', oneChunk(await bytes)),
      })),
    );
    return imports.createStored(storedBatches, userId);
  }

  /** Runs the read job of an import once, with its commit unless it is stopped before. */
  async function read(
    id: number,
    options: { discard?: boolean; signal?: AbortSignal; progress?: JobContext<unknown>['progress'] } = {},
  ): Promise<void> {
    const job = await database.kysely
      .selectFrom('jobs')
      .select('id')
      .where('subject_id', '=', String(id))
      .where('kind', '=', readJobKind)
      .executeTakeFirst();
    const outcome = await readJob.run(
      jobContext(id, {
        jobId: job?.id ?? 0,
        signal: options.signal ?? new AbortController().signal,
        progress: options.progress ?? (() => undefined),
      }),
    );
    if (options.discard) return outcome.discard?.();
    await inTransaction(database, async (trx) => {
      await outcome.commit?.(trx);
      await trx.updateTable('jobs').set({ state: 'done' }).where('subject_id', '=', String(id)).execute();
    }).catch(async (error: unknown) => {
      await outcome.discard?.();
      throw error;
    });
    await outcome.afterCommit?.();
  }

  async function uploadBatch(uploads: UploadedFiles): Promise<ImportProposal[]> {
    const { id } = await begin(uploads);
    await read(id);
    const query = {
      page: 1,
      items_per_page: 100,
      search: '',
      state: undefined,
      isStateKnown: true,
      batch_id: id,
      needs_review: undefined,
      mine: undefined,
    };
    const { items } = await imports.list(0, query);
    return Promise.all(items.toReversed().map((item) => imports.get(item.id)));
  }
  async function propose(uploads: UploadedFiles): Promise<ImportProposal> {
    const [proposal] = await uploadBatch(uploads);
    if (!proposal) throw new Error('There is no proposal.');
    return proposal;
  }
  async function accept(
    { id }: Pick<ImportProposal, 'id'>,
    permissions = context.permissions,
  ): Promise<Book> {
    const input = { id, version: undefined, book_version: undefined };
    const book = await imports.accept(input, { ...context, permissions });
    return books.get(book.id);
  }

  return {
    imports,
    blobs,
    jobs,
    readJob,
    books,
    series,
    files,
    staging,
    begin,
    read,
    context,
    /** Uploads files, reads them and returns the resulting proposals. */
    uploadBatch,
    /** Does the same with files of one book. */
    propose,
    /** Adds the book of a proposal and returns it. */
    accept,
    /** Returns the keys of all blobs and of all rows, which must be equal. */
    async keys(): Promise<{ blobs: string[]; rows: string[] }> {
      const keys: string[] = [];
      for await (const { key } of blobs.list()) keys.push(key);
      const rows = await database.kysely.selectFrom('files').select('key').execute();
      return { blobs: keys.toSorted(), rows: rows.map(({ key }) => key).toSorted() };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Does the same with a store, a folder by default, which closing deletes. */
export async function openImportsOf(
  database: Database,
  retention?: RetentionPolicy,
  storeKind: 'folder' | 's3' = 'folder',
) {
  const store = await openTestBlobStore(storeKind);
  const batches = await openImports(database, store.blobs, retention);
  return {
    ...batches,
    async close() {
      await batches.close();
      await store.close();
    },
  };
}

/** Does the same with the kind of store that usually belongs to a database: a folder or S3. */
export const openImportsOn = (database: Database, { name }: Pick<Engine, 'name'>) =>
  openImportsOf(database, {}, name === 'SQLite' ? 'folder' : 's3');

/** Does the same with an empty SQLite database and a folder, for tests that do not depend on them. Closing it deletes `folder`. */
export async function openFolderImports() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-folder-imports-'));
  const database = await openDatabase(`file:${join(folder, 'catalogue.db')}`);
  await migrate(database);
  const store = await openTestBlobStore('folder');
  const batches = await openImports(database, store.blobs);
  return {
    ...batches,
    folder,
    async close(): Promise<void> {
      await batches.close();
      await store.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
