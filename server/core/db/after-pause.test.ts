import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { eachDatabase } from '#server/testing/databases';
import { type JobOutcome, defineJob } from '#server/core/jobs/job';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { startWorkers } from '#server/core/jobs/workers';
import { updateMoveState, writeMoveState } from './move-state.ts';

const timing = { lease: 600_000, beat: 20, poll: 20, idle: 20, pauses: [0, 0], stop: 60_000 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PAUSE_MS = 1_500;

eachDatabase('a pause of changes', (openEmpty) => {
  test('delays jobs, which complete afterwards in their first attempt', async () => {
    const database = await openEmpty();
    const { kysely, dialect } = database;
    const queue = createJobQueue(database);
    const write = (key: string) =>
      kysely.insertInto('throttles').values({ key, hits: 1, expires_at: '' }).execute();
    const pausedUntil = Promise.withResolvers<number>();
    let isBegun = false;
    const pause = async () => {
      const until = Date.now() + PAUSE_MS;
      await updateMoveState(kysely, { paused_until: new Date(until).toISOString() });
      pausedUntil.resolve(until);
    };
    await writeMoveState(kysely, { move_id: 'a', phase: 'copying', database_url: '', blob_store_url: '' });
    await dialect.capture.start(kysely, [
      { name: 'jobs', key: ['id'] },
      { name: 'throttles', key: ['key'] },
    ]);
    const commit = vi.fn<NonNullable<JobOutcome['commit']>>(async (trx) => {
      await trx.insertInto('throttles').values({ key: 'committed', hits: 1, expires_at: '' }).execute();
    });
    // Both are rejected first: one when it completes, the other while it runs.
    const ends = defineJob({
      kind: 'bulk',
      weight: 'light',
      payload: z.null(),
      run: async () => {
        if (!isBegun) await pause();
        isBegun = true;
        return { commit };
      },
    });
    const runs = defineJob({
      kind: 'audio-analysis',
      weight: 'light',
      payload: z.null(),
      run: async () => {
        await pausedUntil.promise;
        await write('written');
        return {};
      },
    });
    await queue.enqueue({ kind: 'audio-analysis', subjectId: 1, title: '' });
    await queue.enqueue({ kind: 'bulk', subjectId: 1, title: '' });
    const workers = startWorkers({ database, queue, handlers: [ends, runs], log, timing });
    onTestFinished(() => workers.stop());
    const rows = () =>
      kysely.selectFrom('jobs').select(['kind', 'state', 'attempts']).orderBy('kind').execute();
    await vi.waitFor(
      async () =>
        expect(await rows()).toEqual([
          { kind: 'audio-analysis', state: 'done', attempts: 1 },
          { kind: 'bulk', state: 'done', attempts: 1 },
        ]),
      { timeout: 20_000 },
    );
    expect(Date.now()).toBeGreaterThan(await pausedUntil.promise);
    expect(commit.mock.calls.length).toBeGreaterThan(1);
  });
});
