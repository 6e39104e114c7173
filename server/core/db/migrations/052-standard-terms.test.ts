import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/core/db/open';
import { eachDatabase } from '#server/testing/databases';
import { addUserRow } from '#server/testing/factories';

eachDatabase('columns and values of an earlier version', (openEmpty) => {
  test('have the standard names after an upgrade', async () => {
    const database = await openEmpty();
    const db = database.kysely;
    await migrate(database);
    const user_id = await addUserRow(database, 'ada@example.org');
    for (const statement of [
      sql`alter table idempotency_keys rename column response to answer`,
      sql`alter table jobs rename column cancel_requested to cancel_asked`,
      sql`alter table uploads rename column lock_requested to lock_wanted`,
      sql`alter table retained_files rename column retained_at to kept_at`,
      sql`alter table retained_contents rename column retained_at to kept_at`,
      sql`delete from migrations where name = '052-standard-terms'`,
      sql`insert into idempotency_keys (user_id, key, request_hash, answer, created_at) values (${user_id}, 'k', 'h', '{"id":1}', '')`,
      sql`insert into uploads (id, user_id, file_name, metadata, size, received, state, lock_wanted, created_at, expires_at)
        values ('a', ${user_id}, 'a.mp3', '{}', 1, 1, 'joining', 1, '', '')`,
    ])
      await statement.execute(db);
    const event = { at: '', user_id, actor_id: user_id, address: '', user_agent: '', detail: '' };
    const kinds = ['link_made', 'password_refused', 'second_step_failed', 'signed_in'];
    for (const kind of kinds)
      await db
        .insertInto('security_events')
        .values({ ...event, kind })
        .execute();

    await migrate(database);

    expect(await db.selectFrom('idempotency_keys').select('response').execute()).toEqual([
      { response: '{"id":1}' },
    ]);
    expect(await db.selectFrom('uploads').select(['state', 'lock_requested']).execute()).toEqual([
      { state: 'assembling', lock_requested: 1 },
    ]);
    const events = await db.selectFrom('security_events').select('kind').orderBy('id').execute();
    expect(events.map(({ kind }) => kind)).toEqual([
      'link_created',
      'password_rejected',
      'two_factor_failed',
      'signed_in',
    ]);
  });
});
