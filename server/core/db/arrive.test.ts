import { expect, test } from 'vitest';
import { eachDatabase } from '#server/testing/databases';
import { continueMove } from './arrive.ts';
import { readMoveState, writeMoveState } from './move-state.ts';
import { inTransaction } from './transaction.ts';

const addresses = { databaseUrl: 'file:/before', blobStoreUrl: 'file:/files' };
const row = { move_id: 'a', database_url: '', blob_store_url: '' };

eachDatabase('the activation of a moved catalogue', (openEmpty) => {
  test('keeps changes that were recorded since another process activated it', async () => {
    const database = await openEmpty();
    const { kysely } = database;
    await writeMoveState(kysely, { ...row, phase: 'arriving' });
    const stateRow = await readMoveState(kysely);
    const move = { ...stateRow!, phase: 'moved' as const, switched_at: '2026-01-01T00:00:00.000Z' };
    const change = { table_name: 'users', row_key: '[1]', revision: 1 };
    let activation: Promise<boolean> | undefined;
    await inTransaction(database, async (trx) => {
      await trx.updateTable('move_state').set({ phase: 'arrived', database_url: 'file:/first' }).execute();
      await trx.insertInto('move_changes').values(change).execute();
      activation = continueMove(database, move, addresses);
      // The activation reads the former state and then waits for this transaction.
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    });
    expect(await activation).toBe(true);
    expect(await kysely.selectFrom('move_changes').selectAll().execute()).toEqual([change]);
    expect(await readMoveState(kysely)).toMatchObject({ phase: 'arrived', database_url: 'file:/first' });
  });

  test('deletes changes that were recorded while the catalogue was copied', async () => {
    const { kysely, ...rest } = await openEmpty();
    await writeMoveState(kysely, { ...row, phase: 'arriving' });
    await kysely
      .insertInto('move_changes')
      .values({ table_name: 'users', row_key: '[1]', revision: 1 })
      .execute();
    const stateRow = await readMoveState(kysely);
    const move = { ...stateRow!, phase: 'moved' as const, switched_at: '2026-01-01T00:00:00.000Z' };
    expect(await continueMove({ kysely, ...rest }, move, addresses)).toBe(true);
    expect(await kysely.selectFrom('move_changes').selectAll().execute()).toEqual([]);
    expect(await readMoveState(kysely)).toMatchObject({ phase: 'arrived', database_url: 'file:/before' });
    expect(await continueMove({ kysely, ...rest }, { ...move, move_id: 'b' }, addresses)).toBe(false);
  });
});
