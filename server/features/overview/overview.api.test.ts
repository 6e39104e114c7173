import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { ImportState } from '#contract/imports/import-limits';
import { FAILED_JOB_DAYS, type Overview } from '#contract/overview/overview';
import type { SessionUser } from '#server/core/auth/sessions';
import { hashToken } from '#server/core/auth/tokens';
import type { JobState } from '#server/core/db/tables/jobs';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { createOverview } from './overview.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

eachDatabase('the overview', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const admin = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  async function read(token: string): Promise<Overview> {
    const { body, status } = await api.call('GET', '/api/overview', { token });
    expect(status).toBe(200);
    return body.data;
  }

  async function userIdOf(token: string): Promise<number> {
    const { user_id } = await database.kysely
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    return user_id;
  }

  const addJob = (state: JobState, user_id: number | null, daysAgo = 0) => {
    const time = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    return database.kysely
      .insertInto('jobs')
      .values({
        kind: 'audio-analysis',
        subject_id: `${state}-${user_id}-${daysAgo}`,
        title: 'narration.m4b',
        state,
        priority: 0,
        run_at: time,
        attempts: 3,
        worker: null,
        lease_until: null,
        progress: 0,
        stage: '',
        cancel_requested: 0,
        payload: 'null',
        result: null,
        error: null,
        user_id,
        token_id: null,
        created_at: time,
        changed_at: time,
        finished_at: time,
      })
      .execute();
  };

  const addImport = (state: ImportState, warning_count = 0) => {
    const time = new Date().toISOString();
    return database.kysely
      .insertInto('imports')
      .values({
        user_id: null,
        batch_id: null,
        state,
        name: 'Tide',
        author: '',
        language: 3,
        search_key: '',
        thumbnail_key: null,
        chapter_count: 0,
        duration: 0,
        text_count: 0,
        file_count: 0,
        size: 0,
        warning_count,
        problems: '[]',
        error: null,
        proposal: null,
        book_id: null,
        version: 1,
        created_at: time,
        updated_at: time,
        expires_at: time,
      })
      .execute();
  };

  test('has no counts in an empty catalogue', async () => {
    expect(await read(admin)).toEqual({
      imports: { needs_review: 0, ready: 0 },
      health: { errors: 0, warnings: 0, suggestions: 0 },
      jobs: { failed: 0 },
    });
    expect((await api.call('GET', '/api/overview')).status).toBe(401);
  });

  test('counts waiting imports, for users who can open them', async () => {
    await addImport('ready');
    await addImport('ready', 2);
    await addImport('ready', 1);
    await addImport('failed');
    await addImport('reading');
    await addImport('accepted', 1);
    await addImport('discarded');
    const editor = await api.tokenFor(['books:edit']);
    expect((await read(editor)).imports).toEqual({ needs_review: 3, ready: 1 });
    const viewer = await api.tokenFor(['collections:edit']);
    expect((await read(viewer)).imports).toBeNull();
  });

  test('counts recently failed jobs of the caller, or of all users with all permissions', async () => {
    const editor = await api.tokenFor(['books:edit']);
    const id = await userIdOf(editor);
    await addJob('failed', id);
    await addJob('failed', id, FAILED_JOB_DAYS - 1);
    await addJob('failed', id, FAILED_JOB_DAYS + 1);
    await addJob('done', id);
    await addJob('failed', null);
    expect((await read(editor)).jobs).toEqual({ failed: 2 });
    expect((await read(admin)).jobs).toEqual({ failed: 3 });
    expect((await read(await api.tokenFor([]))).jobs).toEqual({ failed: 0 });
  });

  test('counts open issues by severity, right after the change that caused or solved them', async () => {
    const viewer = await api.tokenFor([]);
    const add = (path: string, json: object) =>
      api.call('POST', `/api/books/${path}`, { token: admin, json });
    const { body } = await add('collections', { title: 'By the sea', description: 'D', book_codes: [] });
    // A catalogue without books is an error, one without an image a warning.
    expect((await read(viewer)).health).toEqual({ errors: 1, warnings: 1, suggestions: 0 });
    await add('create', { name: 'Salt', author: { name: 'Ada' } });
    const { health } = await read(viewer);
    expect(health.suggestions).toBeGreaterThan(0);
    const dismissal = { rule: 'collection_without_books', id: body.data.id, reason: 'Planned' };
    await api.call('POST', '/api/reports/health/dismissals', { token: admin, json: dismissal });
    expect((await read(viewer)).health).toEqual({ ...health, errors: 0 });
    await add('collections/delete', { id: body.data.id });
    expect((await read(viewer)).health).toEqual({ ...health, errors: 0, warnings: health.warnings - 1 });
  });

  test('counts issues once for concurrent requests', async () => {
    const ends: (() => void)[] = [];
    const countIssues = () =>
      new Promise<{ error: number; warning: number; suggestion: number }>((resolve) => {
        ends.push(() => resolve({ error: ends.length, warning: 0, suggestion: 0 }));
      });
    const readShared = createOverview({ database, countIssues });
    const user = { id: 1, permissions: new Set() } as unknown as SessionUser;
    const both = Promise.all([readShared(user), readShared(user)]);
    ends[0]?.();
    expect((await both).map(({ health }) => health.errors)).toEqual([1, 1]);
    const later = readShared(user);
    ends[1]?.();
    expect((await later).health.errors).toBe(2);
    expect(ends).toHaveLength(2);
  });
});
