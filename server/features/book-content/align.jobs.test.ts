import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { BookContentTextItem } from '#contract/book-content/book-content';
import { openDiskStore } from '#server/core/blobs/disk';
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
import { createAlignJob } from './align.jobs.ts';
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
  const isReferenced = (keys: readonly string[]) => referencedFiles(database.kysely, keys);
  const files = createFileStorage({ blobs, isReferenced });
  const job = createAlignJob({
    adminEmail: 'admin@example.org',
    database,
    blobs,
    staging: api.staging,
    files,
    jobs: api.jobs,
    settings: await openSettings(database, api.config),
    ffmpeg: null,
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
