import { beforeEach, expect, test } from 'vitest';
import { isPaused } from '../after-pause.ts';
import { clearMoveState, updateMoveState, writeMoveState } from '../move-state.ts';
import type { Database } from '../open.ts';
import { eachDatabase } from '#server/testing/databases';
import { addUserRow } from '#server/testing/factories';

const tables = [
  { name: 'users', key: ['id'] },
  { name: 'sessions', key: ['id'] },
  { name: 'throttles', key: ['key'] },
  { name: 'audit_log_lists', key: ['actor_id', 'kind', 'action', 'entry_id'] },
];
const state = { move_id: 'a', database_url: '', blob_store_url: '' };
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const throttle = (key: string, hits = 1) => ({ key, hits, expires_at: '' });

eachDatabase('captured changes', (openEmpty) => {
  let database: Database;
  const changes = async () => {
    const rows = await database.kysely
      .selectFrom('move_changes')
      .selectAll()
      .orderBy('table_name')
      .orderBy('row_key')
      .execute();
    return rows.map((row) => [row.table_name, JSON.parse(row.row_key) as unknown, row.revision]);
  };
  beforeEach(async () => {
    database = await openEmpty();
    await writeMoveState(database.kysely, { ...state, phase: 'copying' });
  });

  test('contain each inserted, updated or deleted row once', async () => {
    const { kysely, dialect } = database;
    await kysely.insertInto('throttles').values(throttle('before')).execute();
    await dialect.capture.start(kysely, tables);
    await kysely
      .insertInto('throttles')
      .values([throttle('one'), throttle('two')])
      .execute();
    await kysely.updateTable('throttles').set({ hits: 2 }).where('key', '=', 'one').execute();
    await kysely.updateTable('throttles').set({ key: 'renamed' }).where('key', '=', 'two').execute();
    await kysely.deleteFrom('throttles').where('key', '=', 'before').execute();
    await kysely
      .insertInto('throttles')
      .values(throttle('one', 7))
      .onConflict((clash) => clash.column('key').doUpdateSet({ hits: 8 }))
      .execute();
    expect(await changes()).toEqual([
      ['throttles', ['before'], 1],
      ['throttles', ['one'], 3],
      ['throttles', ['renamed'], 1],
      ['throttles', ['two'], 2],
    ]);
  });

  test('include rows that are deleted with the row they refer to', async () => {
    const { kysely, dialect } = database;
    const user_id = await addUserRow(database, 'someone@example.org');
    const time = inSeconds(0);
    const session = {
      user_id,
      address: '',
      user_agent: '',
      created_at: time,
      last_seen_at: time,
      expires_at: time,
    };
    const { id } = await kysely
      .insertInto('sessions')
      .values({ ...session, token_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await dialect.capture.start(kysely, tables);
    await kysely.deleteFrom('users').where('id', '=', user_id).execute();
    expect(await changes()).toEqual([
      ['sessions', [id], 1],
      ['users', [user_id], 1],
    ]);
  });

  test('are rejected during a pause and after the move', async () => {
    const { kysely, dialect } = database;
    await dialect.capture.start(kysely, tables);
    const insert = (key: string) => kysely.insertInto('throttles').values(throttle(key)).execute();
    const errorOf = (key: string) =>
      insert(key).then(
        () => undefined,
        (error: unknown) => error,
      );
    await updateMoveState(kysely, { paused_until: inSeconds(60) });
    const pauseError = await errorOf('paused');
    expect(isPaused(database, pauseError)).toBe(true);
    expect(database.explain(pauseError)).toMatchObject({ status: 503, retryAfter: 5 });
    expect(database.writes.problem()).toMatch(/^Changes are paused/);
    expect(await kysely.selectFrom('throttles').selectAll().execute()).toEqual([]);
    await updateMoveState(kysely, { paused_until: inSeconds(-1) });
    await insert('resumed');
    await updateMoveState(kysely, { phase: 'moved' });
    const moveError = await errorOf('moved');
    expect(isPaused(database, moveError)).toBe(false);
    expect(database.explain(moveError)).toMatchObject({ status: 503, code: 'server.changes_paused' });
    await dialect.capture.stop(kysely);
    await clearMoveState(kysely);
    await insert('stopped');
    expect(await changes()).toEqual([]);
  });

  test('are not recorded while rows are copied from another database', async () => {
    const { kysely, dialect } = database;
    await dialect.capture.start(kysely, tables);
    await updateMoveState(kysely, { phase: 'arriving' });
    await kysely.insertInto('throttles').values(throttle('arrived')).execute();
    expect(await changes()).toEqual([]);
  });
});
