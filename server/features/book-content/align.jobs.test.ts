import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { BookContentTextItem } from '#contract/book-content/book-content';
import { openDiskStore } from '#server/core/blobs/disk';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { createFileStorage } from '#server/core/media/file-storage';
import { referencedFiles } from '#server/core/db/files';
import { migrate, openDatabase } from '#server/core/db/open';
import { packageRoot } from '#server/core/package-root';
import { buildTestApp } from '#server/testing/build-test-app';
import { contextWith } from '#server/testing/factories';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { completeEnglishBooks } from '#server/demo/content/complete-english';
import { run as alignBook } from './alignment/align-child.ts';
import { openSettings } from '#server/core/settings/settings';
import { createAlignFirstChapterJob, createAlignJob } from './align.jobs.ts';
import { enqueueAlignment } from './align-order.ts';
import { readBookContent } from './book-content-rows.ts';
import { jobContext } from '#server/testing/job-context';

const folder = await mkdtemp(join(tmpdir(), 'lectern-align-'));
const database = await openDatabase(`file:${join(folder, 'catalogue.db')}`);
let blobs: Awaited<ReturnType<typeof openDiskStore>>;
let api: Awaited<ReturnType<typeof buildTestApp>>;
let token: string;

beforeAll(async () => {
  await migrate(database);
  blobs = await openDiskStore(join(folder, 'blobs'));
  api = await buildTestApp(database, blobs);
  token = await api.tokenFor(allPermissions);
});
afterAll(async () => {
  await api.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const narratedBook = completeEnglishBooks.find(({ name }) => name === 'The Clockmaker of Pennyfold')
  ?.chapters[0];

async function jobDeps() {
  const isReferenced = (keys: readonly string[]) => referencedFiles(database.kysely, keys);
  return {
    adminEmail: 'admin@example.org',
    database,
    blobs,
    staging: api.staging,
    files: createFileStorage({ blobs, isReferenced }),
    jobs: api.jobs,
    settings: await openSettings(database, api.config),
    ffmpeg: null,
  };
}

/** Adds a book whose chapters have these durations in seconds, one text each. */
async function addLongBook(durations: readonly number[]) {
  const { data } = (
    await api.call('POST', '/api/books/create', { token, json: { name: 'Long', language: 3 } })
  ).body;
  const tone = join(packageRoot, 'server/testing/fixtures/tone.opus');
  const chapters = await Promise.all(
    durations.map(async (duration) => ({
      name: 'A chapter',
      duration,
      audio: await api.files.storeAudio(await api.staging.copy('audio', 'audio', tone)),
      text_items: [{ text: 'Spoken.' }],
    })),
  );
  await api.services.books.replaceChapters(data.id, chapters, contextWith());
  const content = () => readBookContent(database.kysely, data.id, true);
  const me = await api.call('GET', '/api/user/me', { token });
  const enqueue = async () => {
    const order = { id: data.id, chapters: 'needs_review' } as const;
    await database.kysely
      .transaction()
      .execute((trx) =>
        enqueueAlignment(api.jobs, { trx, order, isFirstEarly: true, userId: me.body.data.id }),
      );
    return database.kysely
      .selectFrom('jobs')
      .select(['id', 'payload'])
      .where('kind', '=', 'align-first-chapter')
      .where('subject_id', '=', String(data.id))
      .executeTakeFirst();
  };
  return { id: data.id as number, content, enqueue };
}

test.each([
  ['a book of less than an hour', [300, 300, 2_999]],
  ['a first chapter that is longer than a quarter of the book', [1_801, 2_700, 2_700]],
])('starts no separate alignment of %s', async (_name, durations) => {
  const { enqueue } = await addLongBook(durations);
  expect(await enqueue()).toBeUndefined();
});

test('aligns the first chapter of a long book, and keeps times that were saved in the meantime', async () => {
  const { id, content, enqueue } = await addLongBook([600, 1_500, 1_500]);
  const job = await enqueue();
  if (!job) throw new Error('No job');
  const before = await content();
  const [first] = before.chapters;
  const payload: unknown = JSON.parse(job.payload);
  expect(payload).toEqual({ chapter: first?.id });
  // The alignment of the book would wait for the analysis.
  const analysis = { kind: 'audio-analysis', subjectId: first?.audio_url?.split('/').at(-1) ?? '' } as const;
  const analysisJob = await api.jobs.enqueue({ ...analysis, title: 'An analysis' });
  await database.kysely
    .updateTable('jobs')
    .set({ state: 'running', lease_until: new Date(Date.now() + 600_000).toISOString() })
    .where('id', '=', analysisJob.id)
    .execute();
  const run = async (start: number) => {
    const handler = createAlignFirstChapterJob({
      ...(await jobDeps()),
      alignBook: async ({ files }) =>
        files.flatMap(({ chapters }) =>
          chapters.map((chapter) => ({
            id: chapter.id,
            sentences: [
              { item: 0, from: 0, to: 7, span: [start, start + 1], confidence: 0.9, isUncertain: false },
            ],
            foreign: [],
          })),
        ),
    });
    const outcome = await handler.run(jobContext(id, { jobId: job.id, payload }));
    await database.kysely.transaction().execute(async (trx) => outcome.commit?.(trx));
  };
  await run(2);
  const alignedContent = await content();
  expect(alignedContent.chapters.map(({ text_items }) => text_items?.[0]?.start)).toEqual([2, null, null]);
  expect(alignedContent.revision).toBe(before.revision + 1);
  await run(3);
  expect(await content()).toEqual(alignedContent);
});

test('leaves the report of an error to the alignment of the book', async () => {
  const { id, content, enqueue } = await addLongBook([600, 1_500, 1_500]);
  const job = await enqueue();
  const before = await content();
  const handler = createAlignFirstChapterJob({
    ...(await jobDeps()),
    alignBook: () => Promise.reject(appError(knownErrors.audioMissing)),
  });
  const payload: unknown = JSON.parse(job?.payload ?? '');
  const outcome = await handler.run(jobContext(id, { jobId: job?.id ?? 0, payload }));
  await database.kysely.transaction().execute(async (trx) => outcome.commit?.(trx));
  expect(await content()).toEqual(before);
});

test('aligns a chapter with its audio, preserves anchors and saves a new version', {
  timeout: 120_000,
}, async () => {
  const path = join(packageRoot, 'server/demo/media/audio/the-clockmaker-of-pennyfold-1.opus');
  const stagedFile = await api.staging.receive('audio', 'audio', createReadStream(path));
  const audio = await api.files.storeAudio(stagedFile);
  const { data } = (
    await api.call('POST', '/api/books/create', { token, json: { name: 'Told', language: 3 } })
  ).body;
  await api.services.books.replaceChapters(
    data.id,
    [{ name: 'One', duration: 0, audio, text_items: (narratedBook?.texts ?? []).map((text) => ({ text })) }],
    contextWith(),
  );
  const response = await api.call('POST', `/api/books/${data.id}/align`, {
    token,
    json: { chapters: 'needs_review' },
  });
  expect([response.status, response.body.data.chapter_count]).toEqual([200, 1]);
  const { payload } = await database.kysely
    .selectFrom('jobs')
    .select('payload')
    .where('id', '=', response.body.data.job_id)
    .executeTakeFirstOrThrow();
  const job = createAlignJob({
    ...(await jobDeps()),
    alignBook: (order) => alignBook(order, () => undefined),
  });
  const outcome = await job.run(
    jobContext(data.id, { jobId: response.body.data.job_id, payload: JSON.parse(payload) }),
  );
  const commit = () => database.kysely.transaction().execute(async (trx) => outcome.commit?.(trx));
  const me = await api.call('GET', '/api/user/me', { token });
  const suspend = (is_suspended: 0 | 1) =>
    database.kysely.updateTable('users').set({ is_suspended }).where('id', '=', me.body.data.id).execute();
  // The job of a user who was suspended after it started stores nothing.
  await suspend(1);
  await expect(commit()).rejects.toMatchObject({ status: 403 });
  await suspend(0);
  await commit();
  const entry = await database.kysely
    .selectFrom('audit_log')
    .select(['actor_id', 'request_id'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toEqual({ actor_id: expect.any(Number), request_id: `job-${response.body.data.job_id}` });

  const bookContent = (await api.call('GET', `/api/books/${data.id}/content`, { token })).body.data;
  const texts: BookContentTextItem[] = bookContent.chapters[0].text_items;
  expect(texts.length).toBe(narratedBook?.texts.length);
  const starts = texts.map(({ start }) => start ?? -1);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  // The title is spoken before the text.
  expect(starts[0]).toBeGreaterThan(3);
  expect(starts[0]).toBeLessThan(4);
  expect(texts.at(-1)?.end).toBeGreaterThan(40);
  for (const { text, sentences, state } of texts) {
    expect(state).toMatch(/aligned|low_confidence/);
    expect(sentences.length).toBeGreaterThan(0);
    for (const { from, to } of sentences) expect(text.slice(from, to).trim()).toBe(text.slice(from, to));
  }
  expect(bookContent.revision).toBe(1);
  const book = (await api.call('GET', `/api/books/${data.id}`, { token })).body.data;
  expect(book.chapters[0].text_items[0]).toEqual({
    id: texts[0]?.id,
    code: 'T-01',
    text: texts[0]?.text,
    start: texts[0]?.start,
    end: texts[0]?.end,
  });
});
