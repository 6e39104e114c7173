import { sql } from 'kysely';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { checkDatabase } from '#server/features/system/check/database';
import { AppError } from '#server/core/errors';
import type { JobHandler } from '#server/core/jobs/job';
import { startWorkers } from '#server/core/jobs/workers';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { makeMp3 } from '#server/testing/audio-files';
import { openImports } from '#server/testing/import-batches';
import { makeImage } from '#server/testing/media-files';
import { makeZip } from '#server/testing/zip-files';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const full = () => new AppError(507, 'The server has no room left for files.');

eachDatabase('interrupted imports', async (openEmpty, engine) => {
  const database = await openEmpty();
  const store = await openTestBlobStore('folder');
  const batches = await openImports(database, store.blobs);
  /** A ZIP with two audio files and an image, which is stored in two sizes: four blobs. */
  const zip = await makeZip({
    'a.mp3': makeMp3({ tags: { TALB: 'Zipped', TIT2: 'One' } }),
    'b.mp3': makeMp3({ tags: { TALB: 'Zipped', TIT2: 'Two' } }),
    'cover.png': await makeImage('png'),
  });
  const blobsOfZip = 4;

  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await batches.close();
    await store.close();
  });

  /** Lets the blob store accept this many blobs; further ones fail. */
  function limitBlobs(count: number): void {
    const put = store.blobs.put.bind(store.blobs);
    let storedCount = 0;
    vi.spyOn(store.blobs, 'put').mockImplementation((...parameters: Parameters<BlobStore['put']>) => {
      storedCount += 1;
      return storedCount > count ? Promise.reject(full()) : put(...parameters);
    });
  }

  const run = (statement: string) =>
    sql<Record<string, unknown>>`${sql.raw(statement)}`.execute(database.kysely);

  /** Prevents the database from growing. @returns a function that ends this */
  async function fill(): Promise<() => Promise<unknown>> {
    if (engine.name === 'SQLite') {
      const { rows } = await run('pragma page_count');
      await run(`pragma max_page_count = ${Number(rows[0]?.['page_count'])}`);
      return () => run('pragma max_page_count = 1000000');
    }
    // The database reports a full disk.
    await run(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await run('create trigger no_room before insert on text_items for each row execute function no_room()');
    return () => run('drop trigger no_room on text_items');
  }

  async function expectWhole(): Promise<void> {
    expect(await checkDatabase(database)).toEqual([]);
    const { blobs, rows } = await batches.keys();
    expect(blobs).toEqual(rows);
  }

  const jobOf = async (id: number) =>
    database.kysely
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'import-read')
      .where('subject_id', '=', String(id))
      .executeTakeFirstOrThrow();

  test('stores nothing when the file storage is full at any file, and everything at the next attempt', async () => {
    await expect(
      (async () => {
        limitBlobs(0);
        await batches.begin({ 'a.zip': zip });
      })(),
    ).rejects.toMatchObject({ status: 507, message: 'The server has no room left for files.' });
    vi.restoreAllMocks();
    await expectWhole();
    const { id } = await batches.begin({ 'a.zip': zip });
    const before = await batches.keys();
    for (let index = 0; index < blobsOfZip; index += 1) {
      limitBlobs(index);
      await expect(batches.read(id), `room for ${index}`).rejects.toMatchObject({ status: 507 });
      vi.restoreAllMocks();
      expect(await batches.keys()).toEqual(before);
    }
    await batches.read(id);
    expect(await batches.imports.get(id)).toMatchObject({ state: 'ready', chapter_count: 2, cover: 0 });
    await expectWhole();
  });

  test('stores the error of a full disk after the last attempt, and parses the import on retry', async () => {
    const { id } = await batches.begin({ 'b.zip': zip });
    const before = await batches.keys();
    limitBlobs(0);
    const workers = startWorkers({
      database,
      queue: batches.jobs,
      handlers: [batches.readJob],
      log,
      timing: { lease: 600_000, beat: 20, poll: 20, idle: 20, pauses: [0, 0], stop: 60_000 },
    });
    await vi.waitFor(async () => expect((await jobOf(id)).state).toBe('failed'), { timeout: 60_000 });
    await workers.stop();
    await batches.imports.removeExpired();
    expect(await batches.imports.get(id)).toMatchObject({
      state: 'failed',
      error: 'The server has no room left for files.',
    });
    expect(await batches.keys()).toEqual(before);
    vi.restoreAllMocks();
    await batches.imports.retry(id, batches.context);
    await batches.read(id);
    expect(await batches.imports.get(id)).toMatchObject({ state: 'ready', error: null });
    await expectWhole();
  });

  test('stores nothing of an accepted proposal when the database is full, and accepts it later', async () => {
    const texts = Array.from(
      { length: 400 },
      (_, index) => `Passage ${index} ${'of many words '.repeat(30)}`,
    );
    const [proposal] = await batches.uploadBatch({
      'long.epub': makeEpub({ title: 'Long', chapters: [{ title: 'One', paragraphs: texts }] }),
    });
    const before = await batches.keys();
    const input = { id: proposal?.id ?? 0, version: proposal?.version, book_version: undefined };
    const books = () => database.kysely.selectFrom('books').select('id').where('name', '=', 'Long').execute();
    const freeSpace = await fill();
    const acceptError = await batches.imports.accept(input, batches.context).then(
      () => undefined,
      (error: unknown) => (error instanceof AppError ? error : database.explain(error)),
    );
    await freeSpace();
    expect(acceptError).toMatchObject({ status: 507 });
    expect(await books()).toEqual([]);
    expect(await batches.imports.get(input.id)).toMatchObject({ state: 'ready', version: input.version });
    expect(await batches.keys()).toEqual(before);
    await batches.imports.accept(input, batches.context);
    expect(await books()).toHaveLength(1);
    await expectWhole();
  });

  const epubWithAudio = () =>
    makeEpub({
      manifest: '<item id="a" href="a.mp3" media-type="audio/mpeg"/>',
      extra: { 'OEBPS/a.mp3': makeMp3({ tags: { TIT2: 'Inside' } }) },
    });

  test('stores no audio of an EPUB when the file storage is full, and stores it at the next attempt', async () => {
    const { id } = await batches.begin({ 'inside.epub': epubWithAudio() });
    const before = await batches.keys();
    limitBlobs(0);
    await expect(batches.read(id)).rejects.toMatchObject({ status: 507 });
    expect(await batches.keys()).toEqual(before);
    vi.restoreAllMocks();
    await batches.read(id);
    const { files, chapters, excluded } = await batches.imports.get(id);
    expect(files.map(({ path, kind }) => [path, kind])).toEqual([
      ['inside.epub', 'epub'],
      ['inside.epub/OEBPS/a.mp3', 'audio'],
    ]);
    expect(chapters.flatMap(({ texts }) => texts)).toHaveLength(3);
    expect(excluded).toEqual([]);
    await batches.imports.remove(id);
    await expectWhole();
  });

  test.each([
    ['a ZIP', 'c.zip', () => zip],
    ['an EPUB with audio', 'c.epub', epubWithAudio],
  ])('stores nothing when parsing %s is cancelled at any step', async (_, name, bytesOf) => {
    const { id } = await batches.begin({ [name]: bytesOf() });
    const before = await batches.keys();
    const stages: string[] = [];
    for (let step = 0; ; step += 1) {
      const controller = new AbortController();
      let steps = 0;
      const readState = await batches
        .read(id, {
          discard: true,
          signal: controller.signal,
          progress: (_fraction, stage) => {
            if (steps === step) {
              stages.push(stage ?? '');
              controller.abort(new Error('cancelled'));
            }
            steps += 1;
          },
        })
        .then(
          () => 'ended',
          () => 'cancelled',
        );
      expect(await batches.keys()).toEqual(before);
      if (steps <= step) {
        expect(readState).toBe('ended');
        break;
      }
    }
    expect(new Set(stages)).toEqual(new Set(['Reading file 1 of 1', 'Creating proposals']));
    await batches.imports.remove(id);
    await expectWhole();
  });

  test('stores all proposals or none when the job is cancelled while they are stored', async () => {
    const { id } = await batches.begin({ 'g.zip': zip });
    const before = await batches.keys();
    const { id: jobId } = await jobOf(id);
    let cancellation: Promise<unknown> = Promise.resolve();
    const handler: JobHandler = {
      ...batches.readJob,
      async run(context) {
        const outcome = await batches.readJob.run(context);
        return {
          ...outcome,
          async commit(trx) {
            await outcome.commit?.(trx);
            cancellation = batches.jobs.cancel(jobId);
            // On SQLite the cancellation waits for the transaction, so the job is done before.
            if (engine.name === 'PostgreSQL') await cancellation;
          },
        };
      },
    };
    const timing = { lease: 600_000, beat: 20, poll: 20, idle: 20, pauses: [0, 0], stop: 60_000 };
    const workers = startWorkers({ database, queue: batches.jobs, handlers: [handler], log, timing });
    await vi.waitFor(async () => expect((await jobOf(id)).finished_at).not.toBeNull(), { timeout: 60_000 });
    await workers.stop();
    await cancellation;
    if (engine.name === 'PostgreSQL') {
      expect(await jobOf(id)).toMatchObject({ state: 'cancelled' });
      expect(await batches.keys()).toEqual(before);
      expect(await batches.imports.get(id)).toMatchObject({ state: 'reading', chapter_count: 0 });
    } else {
      expect(await jobOf(id)).toMatchObject({ state: 'done' });
      expect(await batches.imports.get(id)).toMatchObject({ state: 'ready', chapter_count: 2 });
    }
    await expectWhole();
    await batches.imports.remove(id);
    await expectWhole();
  });

  test('parses and accepts an import once when two processes run', async () => {
    const ids: number[] = [];
    for (const name of ['d', 'e', 'f'])
      ids.push((await batches.begin({ [`${name}.epub`]: makeEpub({ title: `Twice ${name}` }) })).id);
    const timing = { lease: 600_000, beat: 20, poll: 20, idle: 20, pauses: [0, 0], stop: 60_000 };
    const deps = { database, queue: batches.jobs, handlers: [batches.readJob], log, timing };
    const processes = [startWorkers(deps), startWorkers(deps)];
    await vi.waitFor(
      async () => {
        for (const id of ids) expect((await jobOf(id)).state).toBe('done');
      },
      { timeout: 60_000 },
    );
    await Promise.all(processes.map((workers) => workers.stop()));
    for (const id of ids) {
      expect((await jobOf(id)).attempts).toBe(1);
      const input = { id, version: undefined, book_version: undefined };
      const responses = await Promise.allSettled([
        batches.imports.accept(input, batches.context),
        batches.imports.accept(input, batches.context),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from books where name like 'Twice %'`.execute(database.kysely);
    expect(Number(rows[0]?.n)).toBe(ids.length);
    await expectWhole();
  });
});
