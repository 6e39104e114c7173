import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSweeper } from '#server/core/blobs/sweeper';
import { checkDatabase } from '#server/features/system/check/database';
import { deleteFiles, insertFiles, referencedFiles } from '#server/core/db/files';
import { inTransaction } from '#server/core/db/transaction';
import type { JobContext } from '#server/core/jobs/job';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { createFileStorage } from '#server/core/media/file-storage';
import { openStaging } from '#server/core/media/staging';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { createCatalogue } from '#server/testing/factories';
import { makeM4aOf, xheAac } from '#server/testing/aac-files';
import { readFixture } from '#server/testing/media-files';
import { createAudioAnalysisJob } from './audio-analysis.jobs.ts';
import { analysesOfBook, enqueueMissingAnalyses, enqueueMissingAnalysesOf } from './audio-analysis-rows.ts';
import { jobContext } from '#server/testing/job-context';

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

eachDatabase('audio_analyses', async (openEmpty, engine) => {
  const database = await openEmpty();
  const store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
  const folder = await mkdtemp(join(tmpdir(), 'lectern-scan-job-'));
  const staging = await openStaging(folder, { image: 1e6, audio: 1e8 });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const files = () =>
    createFileStorage({ blobs: store.blobs, isReferenced: (keys) => referencedFiles(database.kysely, keys) });

  async function addBook(bytes: Uint8Array, extension: string): Promise<{ id: number; key: string }> {
    const row = await files().storeAs(await staging.receive('audio', 'audio', oneChunk(bytes)), extension);
    const { id } = await createCatalogue(database).addBook();
    await insertFiles(database.kysely, [row]);
    await database.kysely.updateTable('books').set({ audio_key: row.key }).where('id', '=', id).execute();
    return { id, key: row.key };
  }

  function listen(key: string, context: Partial<Pick<JobContext<unknown>, 'signal' | 'progress'>> = {}) {
    const job = createAudioAnalysisJob({
      database,
      blobs: store.blobs,
      staging,
      files: files(),
      ffmpeg: null,
    });
    return job.run(jobContext(key, context));
  }

  async function analysis(key: string): Promise<void> {
    const outcome = await listen(key);
    await inTransaction(database, async (trx) => outcome.commit?.(trx));
  }

  test('analyses audio in a child process and stores the waveform and the features', async () => {
    const { id, key } = await addBook(await readFixture('tone.mp3'), 'mp3');
    expect(await analysesOfBook(database.kysely, id, false)).toMatchObject([
      { state: 'waiting', peaks_url: null },
    ]);
    await analysis(key);
    const [storedAnalysis] = (await analysesOfBook(database.kysely, id, true)) ?? [];
    expect(storedAnalysis).toMatchObject({
      state: 'done',
      audio_url: `/media/${key}`,
      problems: [],
      error: null,
    });
    expect(storedAnalysis?.seconds).toBeGreaterThan(1.9);
    expect(storedAnalysis?.lufs).toBeLessThan(0);
    expect(await store.blobs.stat(storedAnalysis?.peaks_url?.replace('/media/', '') ?? '')).toMatchObject({
      size: expect.any(Number),
    });
    expect(storedAnalysis).not.toHaveProperty('features_key');
    const { features_key } = await database.kysely
      .selectFrom('audio_analyses')
      .select('features_key')
      .where('audio_key', '=', key)
      .executeTakeFirstOrThrow();
    expect(await store.blobs.stat(features_key ?? '')).toMatchObject({ size: expect.any(Number) });
    expect(await checkDatabase(database)).toEqual([]);

    await database.kysely.updateTable('books').set({ audio_key: null }).where('id', '=', id).execute();
    await deleteFiles(database.kysely, [key]);
    expect(await checkDatabase(database)).toEqual([]);
    expect(await database.kysely.selectFrom('files').selectAll().execute()).toEqual([]);
    const isReferenced = (keys: readonly string[]) => referencedFiles(database.kysely, keys);
    expect(await createSweeper({ blobs: store.blobs, isReferenced, olderThanMs: -60_000 }).runOnce()).toBe(3);
    await expect(analysis(key)).resolves.toBeUndefined();
  });

  test('enqueues missing analyses when a book is opened, once each', async () => {
    const { id, key } = await addBook(await readFixture('tone.mp3'), 'mp3');
    const jobs = createJobQueue(database);
    const requests = () =>
      database.kysely
        .selectFrom('jobs')
        .select(['kind', 'subject_id'])
        .where('subject_id', '=', key)
        .execute();
    expect(await enqueueMissingAnalysesOf(jobs, database.kysely, id)).toBe(1);
    expect(await enqueueMissingAnalysesOf(jobs, database.kysely, id)).toBe(1);
    expect(await requests()).toEqual([{ kind: 'audio-analysis', subject_id: key }]);
    await analysis(key);
    expect(await enqueueMissingAnalysesOf(jobs, database.kysely, id)).toBe(0);
    expect(await enqueueMissingAnalysesOf(jobs, database.kysely, 999_999)).toBe(0);
  });

  test('analyses audio of an earlier version again and replaces its waveform and features', async () => {
    const { kysely } = database;
    const { id, key } = await addBook(await readFixture('tone.mp3'), 'mp3');
    const jobs = createJobQueue(database);
    await analysis(key);
    const fileKeys = async () => {
      const rows = await kysely
        .selectFrom('files')
        .select('key')
        .where((where) => where.or([where('key', 'like', '%.peak'), where('key', 'like', '%.feat')]))
        .execute();
      return rows.map((row) => row.key);
    };
    const before = await fileKeys();
    expect(await enqueueMissingAnalyses(jobs, kysely, 100)).toBe(0);
    await kysely
      .updateTable('audio_analyses')
      .set({ version: 1, rms_db: null, clicks: null })
      .where('audio_key', '=', key)
      .execute();
    expect(await enqueueMissingAnalyses(jobs, kysely, 100)).toBe(1);
    expect(await enqueueMissingAnalysesOf(jobs, kysely, id)).toBe(1);
    await analysis(key);
    const [storedAnalysis] = (await analysesOfBook(kysely, id, true)) ?? [];
    expect(storedAnalysis?.clicks).toBeInstanceOf(Array);
    expect(storedAnalysis?.rms_db).toBeLessThan(0);
    const after = await fileKeys();
    expect(after).toHaveLength(before.length);
    expect(
      after
        .filter((file) => !before.includes(file))
        .map((file) => file.slice(-5))
        .toSorted(),
    ).toEqual(['.feat', '.peak']);
    expect(await checkDatabase(database)).toEqual([]);
    expect(await enqueueMissingAnalysesOf(jobs, kysely, id)).toBe(0);
  });

  test('stores nothing when cancelled at any time, and can run again', async () => {
    const { id, key } = await addBook(await readFixture('tone.m4a'), 'm4a');
    const keysOfStore = async () => {
      const keys: string[] = [];
      for await (const entry of store.blobs.list()) keys.push(entry.key);
      return keys.toSorted();
    };
    const storedState = async () => ({
      blobs: await keysOfStore(),
      staged: await readdir(folder, { recursive: true }),
      analyses: (await analysesOfBook(database.kysely, id, false))?.map(({ state }) => state),
    });
    const before = await storedState();
    expect(before.analyses).toEqual(['waiting']);
    const controller = new AbortController();
    const progress = () => controller.abort(new Error('cancelled'));
    await expect(listen(key, { signal: AbortSignal.abort(new Error('cancelled')) })).rejects.toThrow(
      'cancelled',
    );
    expect(await storedState()).toEqual(before);
    await expect(listen(key, { signal: controller.signal, progress })).rejects.toThrow('cancelled');
    expect(controller.signal.aborted).toBe(true);
    expect(await storedState()).toEqual(before);
    const outcome = await listen(key);
    await outcome.discard?.();
    expect(await storedState()).toEqual(before);
    await analysis(key);
    expect((await storedState()).analyses).toEqual(['done']);
  });

  test('reports a damaged file and does not retry it', async () => {
    const { id, key } = await addBook(Buffer.from('this is no sound at all, whatever its name says'), 'flac');
    await analysis(key);
    expect(await analysesOfBook(database.kysely, id, false)).toMatchObject([
      { state: 'failed', error: expect.stringContaining('damaged') },
    ]);
    expect(await analysesOfBook(database.kysely, 999_999, false)).toBeUndefined();
  });

  test('stores the declared values of audio that cannot be decoded, and the reason', async () => {
    const { id, key } = await addBook(await makeM4aOf(xheAac), 'm4a');
    await analysis(key);
    const [storedAnalysis] = (await analysesOfBook(database.kysely, id, false)) ?? [];
    expect(storedAnalysis).toMatchObject({
      state: 'failed',
      error: 'This audio uses the xHE-AAC codec, which isn’t supported. Convert it to AAC, MP3 or FLAC.',
      codec: 'MPEG-4/AAC',
      sample_rate: 22_050,
      channels: 2,
      lufs: null,
      peaks_url: null,
    });
    expect(storedAnalysis?.seconds).toBeCloseTo(2, 0);
  });
});
