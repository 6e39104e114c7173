import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFiles, referencedFiles } from '#server/core/db/files';
import { keepFiles, serveFiles } from '#server/core/db/retained-files';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { isoIn } from '#server/core/jobs/timing';
import { createFileStorage } from '#server/core/media/file-storage';
import { type Staging, openStaging } from '#server/core/media/staging';
import { createAudioAnalysisJob } from '#server/features/audio/audio-analysis.jobs';
import { enqueueAnalysesFirst } from '#server/features/audio/audio-analysis-rows';
import { type TestBlobStore, openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { fixturePath } from '#server/testing/media-files';
import { withLocalAudio } from './local-audio.ts';

eachDatabase('local audio', (openEmpty, engine) => {
  let database: Database;
  let store: TestBlobStore;
  let folder: string;
  let staging: Staging;
  beforeAll(async () => {
    database = await openEmpty();
    store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
    folder = await mkdtemp(join(tmpdir(), 'lectern-local-audio-'));
    staging = await openStaging(folder, { image: 1e6, audio: 1e8 });
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const signal = new AbortController().signal;
  const files = () =>
    createFileStorage({ blobs: store.blobs, isReferenced: (keys) => referencedFiles(database.kysely, keys) });

  async function addAudio(): Promise<string> {
    const row = await files().storeAs(await staging.copy('audio', 'audio', fixturePath('tone.mp3')), 'mp3');
    await insertFiles(database.kysely, [row]);
    return row.key;
  }

  async function analyse(key: string): Promise<void> {
    const deps = { database, blobs: store.blobs, staging, files: files(), ffmpeg: null };
    const context = { jobId: 0, subjectId: key, payload: null, userId: null, attempt: 1, signal };
    const outcome = await createAudioAnalysisJob(deps).run({ ...context, progress: () => undefined });
    await inTransaction(database, async (trx) => outcome.commit?.(trx));
  }

  const heads = (keys: readonly string[], progress?: () => void) =>
    withLocalAudio(
      { database, blobs: store.blobs, staging },
      { keys, signal, ...(progress && { progress }) },
      (own) =>
        Promise.all(
          own.map(async ({ path, extension }) => [
            extension,
            (await readFile(path)).toString('latin1', 0, 4),
          ]),
        ),
    );

  test('returns the features of analysed audio and the audio of other files, until they are deleted', async () => {
    const [key, otherKey] = [await addAudio(), await addAudio()];
    expect((await heads([key, otherKey])).map(([extension]) => extension)).toEqual(['mp3', 'mp3']);
    await analyse(key);
    const result = await heads([otherKey, key]);
    expect(result.map(([extension]) => extension)).toEqual(['mp3', 'feat']);
    expect(result[1]?.[1]).toBe('LFT1');
    expect(await readdir(folder)).toEqual([]);

    // Features are retained and restored with their audio.
    const keys = await inTransaction(database, (trx) => keepFiles(trx, [key], { kind: 'books', id: 1 }));
    expect(keys.map((own) => own.slice(own.indexOf('.'))).toSorted()).toEqual(['.feat', '.mp3', '.peak']);
    expect((await heads([key])).map(([extension]) => extension)).toEqual(['mp3']);
    expect(await inTransaction(database, (trx) => serveFiles(trx, [key]))).toHaveLength(3);
    expect((await heads([key])).map(([extension]) => extension)).toEqual(['feat']);
  });

  test('decodes audio when the file of its features is missing', async () => {
    const key = await addAudio();
    await analyse(key);
    const { features_key } = await database.kysely
      .selectFrom('audio_analyses')
      .select('features_key')
      .where('audio_key', '=', key)
      .executeTakeFirstOrThrow();
    await store.blobs.remove(features_key ?? '');
    expect((await heads([key])).map(([extension]) => extension)).toEqual(['mp3']);
    await store.blobs.remove(key);
    await expect(heads([key])).rejects.toMatchObject({ status: 422 });
  });

  test('waits for an analysis in progress, which starts with the priority of an alignment', async () => {
    const key = await addAudio();
    const jobs = createJobQueue(database);
    const { kysely } = database;
    const job = () =>
      kysely.selectFrom('jobs').select(['id', 'priority']).where('subject_id', '=', key).executeTakeFirst();
    await jobs.enqueue({ kind: 'audio-analysis', subjectId: key, title: 'Audio', priority: 9 });
    expect((await job())?.priority).toBe(9);
    await inTransaction(database, (trx) =>
      enqueueAnalysesFirst(jobs, { trx, keys: [key], title: 'Book', userId: null }),
    );
    expect((await job())?.priority).toBe(5);
    const setJob = (values: { readonly state: 'running' | 'done'; readonly lease_until: string | null }) =>
      kysely.updateTable('jobs').set(values).where('subject_id', '=', key).execute();
    await setJob({ state: 'running', lease_until: isoIn(-1) });
    // The process that ran the analysis has ended.
    expect((await heads([key])).map(([extension]) => extension)).toEqual(['mp3']);
    await setJob({ state: 'running', lease_until: isoIn(60_000) });
    const extensions = await new Promise((resolve, reject) => {
      let isWaiting = false;
      const result = heads([key], () => {
        if (isWaiting) return;
        isWaiting = true;
        analyse(key).then(() => setJob({ state: 'done', lease_until: null }), reject);
      });
      result.then((own) => resolve(own.map(([extension]) => extension)), reject);
    });
    expect(extensions).toEqual(['feat']);
    await inTransaction(database, (trx) =>
      enqueueAnalysesFirst(jobs, { trx, keys: [key], title: 'Book', userId: null }),
    );
    expect(await kysely.selectFrom('jobs').select('id').where('state', '=', 'queued').execute()).toEqual([]);
  });
});
