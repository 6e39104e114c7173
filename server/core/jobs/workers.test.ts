import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#server/core/db/open';
import { AppError, invalid } from '#server/core/errors';
import { packageRoot } from '#server/core/package-root';
import { eachDatabase } from '#server/testing/databases';
import { addUserRow } from '#server/testing/factories';
import { type JobHandler, type JobOutcome, defineJob } from './job.ts';
import { type JobQueue, createJobQueue, usualPriority } from './job-queue.ts';
import type { JobTiming } from './timing.ts';
import { createWorkerName } from './worker-name.ts';
import { type Workers, capacityOf, startWorkers } from './workers.ts';

/** The lease is longer than any pause of a busy machine. Tests end leases explicitly. */
const timing: JobTiming = { lease: 600_000, beat: 20, poll: 20, idle: 20, pauses: [0, 0], stop: 60_000 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test.each([
  [1, 2],
  [2, 2],
  [4, 4],
  [64, 8],
])('on %d cores %d heavy jobs run concurrently', (cores, heavy) => {
  expect(capacityOf(cores)).toEqual({ heavy, light: 4, short: 2 });
});

eachDatabase('jobs', (openEmpty, engine) => {
  let database: Database;
  let queue: JobQueue;
  let startedWorkers: Workers[];
  beforeEach(async () => {
    database = await openEmpty();
    queue = createJobQueue(database);
    startedWorkers = [];
  });
  afterEach(async () => {
    await Promise.all(startedWorkers.map((workers) => workers.stop()));
    await database.close();
  });

  function work(
    run: JobHandler['run'],
    {
      weight = 'light',
      ownTiming = timing,
      capacity = { heavy: 1, light: 2, short: 1 },
    }: {
      readonly weight?: JobHandler['weight'] | undefined;
      readonly ownTiming?: JobTiming | undefined;
      readonly capacity?: { heavy: number; light: number; short: number } | undefined;
    } = {},
  ): Workers {
    const handlers = [{ kind: 'audio-analysis', weight, run }] as const;
    const workers = startWorkers({ database, queue, handlers, log, timing: ownTiming, capacity });
    startedWorkers.push(workers);
    return workers;
  }

  const add = (subjectId: string | number = 1) =>
    queue.enqueue({ kind: 'audio-analysis', subjectId, title: 'A file', payload: { page: 7 } });

  async function jobOf(id: number) {
    return database.kysely.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async function reaches(id: number, state: string) {
    await vi.waitFor(async () => expect((await jobOf(id)).state).toBe(state), { timeout: 60_000 });
    return jobOf(id);
  }

  /** Expires the lease, as if the process had been dead or silent for half a minute. */
  const endLease = (id: number) =>
    database.kysely.updateTable('jobs').set({ lease_until: '2000-01-01' }).where('id', '=', id).execute();

  test('run once each across several processes, the urgent ones first', async () => {
    const ran: string[] = [];
    for (let subject = 1; subject <= 30; subject++) await add(subject);
    const urgent = await queue.enqueue({
      kind: 'audio-analysis',
      subjectId: 'urgent',
      title: '',
      priority: 1,
    });
    const run: JobHandler['run'] = async ({ subjectId }) => {
      ran.push(subjectId);
      await delay(1);
      return { result: { pages: Number(subjectId) } };
    };
    for (let process = 1; process <= 3; process++) work(run);
    await reaches(urgent.id, 'done');
    await vi.waitFor(() => expect(ran).toHaveLength(31), { timeout: 60_000 });
    expect(new Set(ran).size).toBe(31);
    expect(ran.indexOf('urgent')).toBeLessThan(6);
    const last = await vi.waitFor(async () => {
      const rows = await database.kysely.selectFrom('jobs').selectAll().orderBy('id').execute();
      expect(rows.every(({ state }) => state === 'done')).toBe(true);
      return rows[29];
    });
    expect(last).toMatchObject({ attempts: 1, progress: 1, worker: null, result: '{"pages":30}' });
    expect(last?.finished_at).not.toBeNull();
  });

  test('notify the workers once per transaction, after its usual end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const woken = vi.fn<() => void>();
      queue.onWake(woken);
      await database.kysely.transaction().execute(async (trx) => {
        for (let subjectId = 1; subjectId <= 20; subjectId++)
          await queue.enqueue({ kind: 'audio-analysis', subjectId, title: '' }, trx);
      });
      vi.advanceTimersByTime(10);
      expect(woken).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1_000);
      expect(woken).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  test('are unique by subject while they are queued or running', async () => {
    const [first, second] = await Promise.all([add(), add()]);
    expect(second.id).toBe(first.id);
    expect(first.isNew).not.toBe(second.isNew);
    work(async () => ({}));
    await reaches(first.id, 'done');
    const third = await add();
    expect(third.isNew).toBe(true);
  });

  test('are stored only if the transaction commits', async () => {
    const failure = new Error('rolled back');
    const failedAdd = database.kysely.transaction().execute(async (trx) => {
      await queue.enqueue({ kind: 'audio-analysis', subjectId: 1, title: '' }, trx);
      throw failure;
    });
    await expect(failedAdd).rejects.toBe(failure);
    const { count } = await database.kysely
      .selectFrom('jobs')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  test('receive payload and attempt, and store progress', async () => {
    const events: unknown[] = [];
    let goOn = () => undefined as void;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const job = defineJob({
      kind: 'audio-analysis',
      weight: 'light',
      payload: z.object({ page: z.number() }),
      run: async ({ payload, attempt, progress, userId }) => {
        events.push(payload.page, attempt, userId);
        progress(0.25, 'Reading');
        await gate;
        return {};
      },
    });
    startedWorkers.push(startWorkers({ database, queue, handlers: [job], log, timing }));
    const { id } = await add();
    await vi.waitFor(async () =>
      expect(await jobOf(id)).toMatchObject({ progress: 0.25, stage: 'Reading', state: 'running' }),
    );
    goOn();
    await reaches(id, 'done');
    expect(events).toEqual([7, 1, null]);
  });

  test('fail without details when the payload is invalid', async () => {
    const job = defineJob({
      kind: 'audio-analysis',
      weight: 'light',
      payload: z.string(),
      run: async () => ({}),
    });
    startedWorkers.push(startWorkers({ database, queue, handlers: [job], log, timing }));
    const { id } = await add();
    expect(await reaches(id, 'failed')).toMatchObject({ error: 'Something went wrong.' });
  });

  test('are attempted three times before they fail with a message', async () => {
    const attempts: number[] = [];
    work(async ({ attempt }) => {
      attempts.push(attempt);
      throw new AppError(507, 'There is no room.');
    });
    const { id } = await add();
    expect(await reaches(id, 'failed')).toMatchObject({ error: 'There is no room.', attempts: 3 });
    expect(attempts).toEqual([1, 2, 3]);
  });

  test('wait between attempts', async () => {
    work(
      async () => {
        throw new Error('once');
      },
      { weight: 'light', ownTiming: { ...timing, pauses: [3_600_000] } },
    );
    const { id } = await add();
    await vi.waitFor(async () => expect((await jobOf(id)).error).not.toBeNull());
    const job = await jobOf(id);
    expect(job.state).toBe('queued');
    expect(Date.parse(job.run_at)).toBeGreaterThan(Date.now() + 3_000_000);
  });

  test('fail at the first attempt when no attempt can succeed', async () => {
    work(async () => {
      throw invalid({}, 'The file is protected.');
    });
    const { id } = await add();
    expect(await reaches(id, 'failed')).toMatchObject({ error: 'The file is protected.', attempts: 1 });
  });

  test('can be retried after a failure, unless they are in progress', async () => {
    let isBroken = true;
    work(async () => {
      if (isBroken) throw invalid({}, 'Broken.');
      return {};
    });
    const { id } = await add();
    await reaches(id, 'failed');
    isBroken = false;
    await queue.retry(id);
    expect(await reaches(id, 'done')).toMatchObject({ error: null, attempts: 1 });
    await expect(queue.retry(id)).rejects.toMatchObject({ status: 409 });
    await expect(queue.retry(id + 100)).rejects.toMatchObject({ status: 404 });
  });

  test('are cancelled immediately while queued', async () => {
    const { id } = await add();
    await queue.cancel(id);
    expect(await jobOf(id)).toMatchObject({ state: 'cancelled' });
    await expect(queue.cancel(id + 100)).rejects.toMatchObject({ status: 404 });
  });

  test('are aborted by their signal when cancelled, and discard their results', async () => {
    const discard = vi.fn<() => Promise<void>>(async () => undefined);
    const commit = vi.fn<() => Promise<void>>(async () => undefined);
    work(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { discard, commit };
    });
    const { id } = await add();
    await reaches(id, 'running');
    await queue.cancel(id);
    await reaches(id, 'cancelled');
    expect(discard).toHaveBeenCalledOnce();
    expect(commit).not.toHaveBeenCalled();
  });

  test('restart after the lease of a killed process, and reject its late result', async () => {
    const discardedJobs: string[] = [];
    let wakeZombie = () => undefined as void;
    const sleep = new Promise<void>((resolve) => (wakeZombie = resolve));
    const outcomeOf = (name: string): JobOutcome => ({
      result: { name },
      commit: async (trx) => void (await trx.updateTable('jobs').set({ title: name }).execute()),
      discard: async () => void discardedJobs.push(name),
    });
    const zombie = work(
      async () => {
        await sleep;
        return outcomeOf('zombie');
      },
      // A process runs one heavy job at a time, so this one does not reclaim the job that it lost.
      {
        weight: 'heavy',
        // The process never renews its lease, like a process that hangs.
        ownTiming: { ...timing, beat: 600_000, poll: 600_000, idle: 600_000 },
      },
    );
    const { id } = await add();
    await reaches(id, 'running');
    const other = work(async () => outcomeOf('other'));
    await endLease(id);
    expect(await reaches(id, 'done')).toMatchObject({ attempts: 2, result: '{"name":"other"}' });
    wakeZombie();
    await vi.waitFor(() => expect(discardedJobs).toEqual(['zombie']));
    expect(await jobOf(id)).toMatchObject({
      attempts: 2,
      result: '{"name":"other"}',
      title: 'other',
      state: 'done',
    });
    await Promise.all([zombie.stop(), other.stop()]);
  });

  test('restart once without waiting when a process of this machine was killed', async () => {
    const endedProcess = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(endedProcess, 'exit');
    const addClaimed = async (subject: string, pid: number | undefined, attempts: number) => {
      const { id } = await add(subject);
      await database.kysely
        .updateTable('jobs')
        .set({ state: 'running', worker: createWorkerName(pid), attempts, lease_until: '2999-01-01' })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const job = await addClaimed('gone', endedProcess.pid, 1);
    const again = await addClaimed('again', endedProcess.pid, 2);
    const alive = await addClaimed('alive', process.pid, 1);
    work(async () => ({}));
    expect(await reaches(job, 'done')).toMatchObject({ attempts: 2 });
    expect([(await jobOf(again)).state, (await jobOf(alive)).state]).toEqual(['running', 'running']);
  });

  test('fail with a message after their process died three times', async () => {
    const { id } = await add();
    await database.kysely
      .updateTable('jobs')
      .set({ state: 'running', worker: 'dead', attempts: 3, lease_until: '2000-01-01' })
      .where('id', '=', id)
      .execute();
    const run = vi.fn<JobHandler['run']>(async () => ({}));
    work(run);
    const job = await reaches(id, 'failed');
    expect(job.error).toContain('stopped three times');
    expect(run).not.toHaveBeenCalled();
  });

  test('return to the queue without a lost attempt when a process stops', async () => {
    const stoppingWorkers = work(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    const { id } = await add();
    await reaches(id, 'running');
    await stoppingWorkers.stop();
    expect(await jobOf(id)).toMatchObject({ state: 'queued', attempts: 0, worker: null });
    work(async () => ({}));
    expect(await reaches(id, 'done')).toMatchObject({ attempts: 1 });
  });

  test('run concurrently up to the capacity of a process', async () => {
    let atOnce = 0;
    let most = 0;
    let releaseFirstTwo: () => void = () => undefined;
    const twoAreRunning = new Promise<void>((resolve) => {
      releaseFirstTwo = resolve;
    });
    const run: JobHandler['run'] = async () => {
      most = Math.max(most, ++atOnce);
      if (atOnce === 2) releaseFirstTwo();
      await twoAreRunning;
      await delay(5);
      atOnce--;
      return {};
    };
    work(run, { weight: 'heavy', ownTiming: timing, capacity: { heavy: 2, light: 1, short: 1 } });
    const ids = [];
    for (let subject = 1; subject <= 4; subject++) ids.push((await add(subject)).id);
    for (const id of ids) await reaches(id, 'done');
    expect(most).toBe(2);
  });

  /** Runs all queued jobs one after the other. @returns the subjects in the order of their start */
  async function orderOf(count: number): Promise<string[]> {
    const order: string[] = [];
    work(
      async ({ subjectId }) => {
        order.push(subjectId);
        return {};
      },
      { weight: 'heavy' },
    );
    await vi.waitFor(() => expect(order).toHaveLength(count), { timeout: 60_000 });
    return order;
  }

  async function users(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let userId = 1; userId <= count; userId++)
      ids.push(await addUserRow(database, `person${userId}@example.org`));
    return ids;
  }

  test('run by priority, then by effort', async () => {
    const jobs = [
      { subjectId: 'later', priority: 7, effort: 1 },
      { subjectId: 'long', effort: 900 },
      { subjectId: 'short', effort: 20 },
      { subjectId: 'middle', effort: 100 },
      { subjectId: 'equal', effort: 100 },
    ];
    for (const job of jobs) await queue.enqueue({ kind: 'audio-analysis', title: '', ...job });
    expect(await orderOf(5)).toEqual(['short', 'middle', 'equal', 'long', 'later']);
  });

  test('of different users take turns', async () => {
    const [many = 0, first = 0, second = 0] = await users(3);
    const request = (subjectId: string, userId: number | null, effort: number) =>
      queue.enqueue({ kind: 'audio-analysis', subjectId, title: '', userId, effort });
    for (let job = 1; job <= 100; job++) await request(`many ${job}`, many, 1);
    await request('one', first, 1_000);
    await request('two, long', second, 3_000);
    await request('two, short', second, 2_000);
    await request('system', null, 4_000);
    const order = await orderOf(104);
    expect(order.slice(0, 7)).toEqual([
      'many 1',
      'one',
      'two, short',
      'system',
      'many 2',
      'two, long',
      'many 3',
    ]);
  });

  test('of one user use two light slots, and jobs of other users run beside them', async () => {
    const [busy = 0, other = 0] = await users(2);
    const gate = Promise.withResolvers<void>();
    const startedJobs: string[] = [];
    const run: JobHandler['run'] = async ({ subjectId }) => {
      startedJobs.push(subjectId);
      if (subjectId.startsWith('slow')) await gate.promise;
      return {};
    };
    const request = (subjectId: string, userId: number | null) =>
      queue.enqueue({ kind: 'audio-analysis', subjectId, title: '', userId });
    const slow = [];
    for (let job = 1; job <= 5; job++) slow.push(await request(`slow ${job}`, busy));
    work(run, { weight: 'light', ownTiming: timing, capacity: capacityOf(2) });
    await vi.waitFor(() => expect(startedJobs).toHaveLength(2));
    await reaches((await request('of another user', other)).id, 'done');
    await reaches((await request('of the system', null)).id, 'done');
    expect(startedJobs.filter((subject) => subject.startsWith('slow'))).toHaveLength(2);
    gate.resolve();
    for (const { id } of slow) await reaches(id, 'done');
  });

  test('of weight short run when the light slots are full', async () => {
    const gate = Promise.withResolvers<void>();
    const startedSubjects: string[] = [];
    const slow: JobHandler['run'] = async ({ subjectId }) => {
      startedSubjects.push(subjectId);
      await gate.promise;
      return {};
    };
    const handlers: JobHandler[] = [
      { kind: 'audio-analysis', weight: 'light', run: slow },
      { kind: 'mail', weight: 'short', run: async () => ({}) },
    ];
    for (let subject = 1; subject <= 6; subject++) await add(subject);
    startedWorkers.push(startWorkers({ database, queue, handlers, log, timing, capacity: capacityOf(2) }));
    await vi.waitFor(() => expect(startedSubjects).toHaveLength(2));
    const email = await queue.enqueue({ kind: 'mail', subjectId: 1, title: '' });
    await reaches(email.id, 'done');
    gate.resolve();
  });

  test.each([
    { text: 'leave one slot for jobs for which a user waits', subjects: ['a', 'b', 'c'] },
    { text: 'run one at a time while a user waits', subjects: ['waited for', 'a', 'b'] },
  ])('of low priority $text', async ({ subjects }) => {
    const startedSubjects: string[] = [];
    let goOn = () => undefined as void;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const run: JobHandler['run'] = async ({ subjectId }) => {
      startedSubjects.push(subjectId);
      await gate;
      return {};
    };
    const ids: number[] = [];
    const request = async (subjectId: string, priority: number) =>
      ids.push((await queue.enqueue({ kind: 'audio-analysis', subjectId, title: '', priority })).id);
    for (const subject of subjects) await request(subject, subject === 'waited for' ? usualPriority : 7);
    work(run, { weight: 'heavy', ownTiming: timing, capacity: { heavy: 3, light: 1, short: 1 } });
    await vi.waitFor(() => expect(startedSubjects).toEqual(subjects.slice(0, 2)));
    // The poll filled the available slots, and this job is enqueued last.
    await request('urgent', usualPriority);
    await vi.waitFor(() => expect(startedSubjects).toEqual([...subjects.slice(0, 2), 'urgent']));
    goOn();
    for (const id of ids) await reaches(id, 'done');
  });

  test('of a killed process are each completed once by other processes', async () => {
    const testDatabase = await engine.createMigratedUrl();
    onTestFinished(testDatabase.remove);
    await database.close();
    database = await openDatabase(testDatabase.url);
    queue = createJobQueue(database);
    const count = 12;
    const ids: number[] = [];
    for (let subject = 1; subject <= count; subject++) ids.push((await add(subject)).id);
    const child = fork(
      join(packageRoot, 'server', 'testing', 'working-child.ts'),
      [testDatabase.url, '3'],
      {},
    );
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const states = async () =>
      (await database.kysely.selectFrom('jobs').select(['state', 'title']).orderBy('id').execute()).map(
        ({ state, title }) => `${state} ${title}`,
      );
    expect((await states()).filter((state) => state.startsWith('running')).length).toBeGreaterThanOrEqual(3);
    const runs: number[] = [];
    const run: JobHandler['run'] = async ({ jobId }) => {
      runs.push(jobId);
      return {
        commit: async (trx) => {
          const row = trx.updateTable('jobs').where('id', '=', jobId).where('title', '=', 'A file');
          await row.set({ title: 'Done once' }).execute();
        },
      };
    };
    for (let process = 1; process <= 2; process++)
      work(run, { weight: 'heavy', ownTiming: timing, capacity: { heavy: 3, light: 1, short: 1 } });
    await vi.waitFor(async () => expect(await states()).toEqual(ids.map(() => 'done Done once')), {
      timeout: 60_000,
    });
    expect(new Set(runs).size).toBe(runs.length);
  });

  test('of unknown types are left to other processes', async () => {
    const { id } = await queue.enqueue({ kind: 'mail', subjectId: 1, title: '' });
    await database.kysely.updateTable('jobs').set({ kind: 'newer' }).where('id', '=', id).execute();
    work(async () => ({}));
    const existing = await add();
    await reaches(existing.id, 'done');
    expect(await jobOf(id)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('of several subjects are cancelled together', async () => {
    const [first, second, third] = [await add('a'), await add('b'), await add('c')];
    await queue.cancelAll('audio-analysis', ['a', 'b']);
    const states = await Promise.all([first, second, third].map(async ({ id }) => (await jobOf(id)).state));
    expect(states).toEqual(['cancelled', 'cancelled', 'queued']);
  });
});
