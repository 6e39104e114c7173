import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openDependencies } from '#server/app/dependencies';
import { checkDatabase } from '#server/features/system/check/database';
import { readConfig } from '#server/app/config';
import { migrate, openDatabase } from '#server/core/db/open';
import { startWorkers } from '#server/core/jobs/workers';
import { packageRoot } from '#server/core/package-root';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { type AlignJobDeps, createAlignFirstChapterJob, createAlignJob } from './align.jobs.ts';
import { alignFirstChapterKind, alignKind } from './align-order.ts';
import { readRevision } from './version-history.ts';
import { readBookContent } from './book-content-rows.ts';

const start = (file: string, ...args: string[]) => fork(join(packageRoot, 'server', 'testing', file), args);

const KILLS = 2;
const SAVES = 5;

test('loses no acknowledged save and leaves no partial save after kill -9', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kill-save-'));
  const url = `file:${join(folder, 'catalogue.db')}`;
  const first = await openDatabase(url);
  await migrate(first);
  const { id } = await createCatalogue(first).addBook();
  await first.close();

  for (let round = 0; round < KILLS; round += 1) {
    const child = start('saving-child.ts', url, String(id));
    let acknowledgedCount = 0;
    child.on('message', (iteration: number) => {
      acknowledgedCount = iteration;
      // The child saves without pauses, so it is killed during a save.
      if (iteration === SAVES) setImmediate(() => child.kill('SIGKILL'));
    });
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');

    const database = await openDatabase(url);
    const bookContent = await readBookContent(database.kysely, id, true);
    const numbers = bookContent.chapters.flatMap(({ name, text_items = [] }) => [
      name,
      ...text_items.map(({ text }) => text),
    ]);
    expect(numbers).toHaveLength(12 * 9);
    expect(new Set(numbers).size).toBe(1);
    expect(Number(numbers[0]?.split(' ')[1])).toBeGreaterThanOrEqual(acknowledgedCount);
    expect(acknowledgedCount).toBeGreaterThanOrEqual(SAVES);
    const before = await readRevision(database.kysely, id, bookContent.revision - 1);
    expect(before.chapters).toHaveLength(12);
    expect(new Set(before.chapters.map(({ name }) => name)).size).toBe(1);
    expect(await checkDatabase(database)).toEqual([]);
    await database.close();
  }
  await rm(folder, { recursive: true, force: true });
});

const sentences = [{ item: 0, from: 0, to: 6, span: [0.5, 1] as const, confidence: 0.9, isUncertain: false }];

test.each<[string, typeof alignKind | typeof alignFirstChapterKind, object]>([
  ['its alignment', alignKind, {}],
  ['the alignment of its first chapter', alignFirstChapterKind, {}],
  ['the search for its chapters', alignKind, { match: { continuations: [] } }],
])(
  'leaves a book unchanged when %s is killed, and another process does it once',
  async (_name, kind, order) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-kill-align-'));
    const dependencies = await openDependencies(
      readConfig({ DATA_DIR: folder, ADMIN_EMAIL: 'admin@example.org' }),
    );
    const { database, staging, files, services, jobs } = dependencies;
    const { id } = await createCatalogue(database).addBook();
    const tone = join(packageRoot, 'server', 'testing', 'fixtures', 'tone.opus');
    const audio = await files.storeAudio(await staging.copy('audio', 'audio', tone));
    await services.books.replaceChapters(
      id,
      [{ name: 'One', duration: 0, audio, text_items: [{ text: 'Heard.' }] }],
      contextWith(),
    );
    const before = await readBookContent(database.kysely, id, true);
    const chapterIds = before.chapters.map((chapter) => chapter.id);
    const payload = kind === alignKind ? { chapters: chapterIds, ...order } : { chapter: chapterIds[0] };
    await jobs.enqueue({ kind, subjectId: id, title: 'A book', userId: null, payload });

    const child = start('aligning-child.ts', folder);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const state = () =>
      database.kysely.selectFrom('jobs').select(['state', 'attempts']).executeTakeFirstOrThrow();
    expect(await state()).toEqual({ state: 'running', attempts: 1 });
    expect(await readBookContent(database.kysely, id, true)).toEqual(before);

    const deps: AlignJobDeps = {
      adminEmail: 'admin@example.org',
      ...dependencies,
      ffmpeg: null,
      alignBook: async ({ files: audioFiles }) =>
        audioFiles.flatMap(({ chapters }) =>
          chapters.map((chapter) => ({
            id: chapter.id,
            sentences,
            foreign: [],
          })),
        ),
      matchBook: async () => [
        { ranges: [{ file: 0, start: 0, end: null, firstText: 0, sentences, foreign: [] }], confidence: 1 },
      ],
    };
    const handlers = [createAlignJob(deps), createAlignFirstChapterJob(deps)];
    const problems: unknown[] = [];
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (problem: unknown) => problems.push(problem),
    };
    const workers = startWorkers({ database, queue: jobs, handlers, log });
    await vi.waitFor(async () => expect(await state()).toEqual({ state: 'done', attempts: 2 }), 30_000);
    await workers.stop();
    const after = await readBookContent(database.kysely, id, true);
    expect(after.chapters[0]?.text_items?.[0]).toMatchObject({ start: 0.5, end: 1, state: 'aligned' });
    expect(after.revision).toBe(before.revision + 1);
    expect(problems).toEqual([]);
    expect(await checkDatabase(database)).toEqual([]);
    await dependencies.close();
    await rm(folder, { recursive: true, force: true });
  },
);
