import { beforeAll, expect, test } from 'vitest';
import { eachDatabase } from '#server/testing/databases';
import { createAccounts } from './accounts.ts';
import { createActivityRecorder } from './last-activity.ts';

const START = Date.parse('2026-03-01T10:00:00.000Z');

eachDatabase('the last activity', async (openEmpty) => {
  const database = await openEmpty();
  let userId: number;
  let sessionId: number;
  let now = START;
  let lastActivity: ReturnType<typeof createActivityRecorder>;

  beforeAll(async () => {
    const { kysely } = database;
    await createAccounts(kysely).add({ email: 'a@example.org', name: 'A', password: 'long enough' });
    ({ id: userId } = await kysely.selectFrom('users').select('id').executeTakeFirstOrThrow());
    const time = new Date(START - 1).toISOString();
    ({ id: sessionId } = await kysely
      .insertInto('sessions')
      .values({
        token_hash: 'x',
        user_id: userId,
        address: '',
        user_agent: '',
        created_at: time,
        last_seen_at: time,
        expires_at: '9999',
      })
      .returning('id')
      .executeTakeFirstOrThrow());
    lastActivity = createActivityRecorder(kysely, () => now);
  });

  const readActivity = async () => {
    const session = await database.kysely
      .selectFrom('sessions')
      .select('last_seen_at')
      .executeTakeFirstOrThrow();
    const user = await database.kysely.selectFrom('users').select('last_seen_at').executeTakeFirstOrThrow();
    return [session.last_seen_at, user.last_seen_at];
  };

  test('is written by `flush`, at most once per minute', async () => {
    lastActivity.record('session', sessionId, userId);
    expect(await readActivity()).toEqual([new Date(START - 1).toISOString(), null]);
    await lastActivity.flush();
    const first = new Date(START).toISOString();
    expect(await readActivity()).toEqual([first, first]);

    now = START + 59_999;
    lastActivity.record('session', sessionId, userId);
    await lastActivity.flush();
    expect(await readActivity()).toEqual([first, first]);

    now = START + 60_000;
    lastActivity.record('session', sessionId, userId);
    await lastActivity.flush();
    const second = new Date(START + 60_000).toISOString();
    expect(await readActivity()).toEqual([second, second]);
  });
});
