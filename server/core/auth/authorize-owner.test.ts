import { afterAll, expect, test } from 'vitest';
import { writerOf } from '#server/core/audit-log/signature';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { authorizeOwner } from './authorize-owner.ts';
import { hashToken } from './tokens.ts';

const adminEmail = 'admin@example.org';

eachDatabase('authorization of background work', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  afterAll(() => api.close());

  async function addOwner() {
    const session = await api.tokenFor(['books:edit', 'books:delete']);
    const token = await api.scriptTokenFor(session, ['books:edit']);
    const row = await database.kysely
      .selectFrom('access_tokens')
      .select(['id', 'user_id'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    return { userId: row.user_id, tokenId: row.id };
  }
  const authorize = (owner: { userId: number; tokenId: number | null }) =>
    database.kysely.transaction().execute(async (trx) => {
      const { permissions } = await authorizeOwner(trx, { ...owner, requestId: 'job-1' }, adminEmail);
      return { permissions: [...permissions], writer: writerOf(trx) };
    });

  test('signs the transaction for the owner and the API token, with the permissions of that token', async () => {
    const owner = await addOwner();
    expect(await authorize(owner)).toEqual({
      permissions: ['books:edit'],
      writer: { ...owner, requestId: 'job-1' },
    });
    const { permissions } = await authorize({ ...owner, tokenId: null });
    expect(permissions).toEqual(['books:edit', 'books:delete']);
  });

  test('rejects the work of a suspended owner or a revoked API token', async () => {
    const owner = await addOwner();
    await database.kysely.deleteFrom('access_tokens').where('id', '=', owner.tokenId).execute();
    await expect(authorize(owner)).rejects.toMatchObject({ status: 403 });
    await authorize({ ...owner, tokenId: null });
    await database.kysely
      .updateTable('users')
      .set({ is_suspended: 1 })
      .where('id', '=', owner.userId)
      .execute();
    await expect(authorize({ ...owner, tokenId: null })).rejects.toMatchObject({ status: 403 });
  });
});
