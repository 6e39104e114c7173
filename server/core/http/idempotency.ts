import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

export interface Idempotency {
  /** Runs first in the transaction of the write. Claims the key, or returns the stored response of an equal earlier request. */
  findStoredResult(trx: Transaction<Schema>): Promise<unknown>;
  /** Runs last in the same transaction, so the record and the stored response are committed together. */
  storeResult(trx: Transaction<Schema>, item: unknown): Promise<void>;
}

/**
 * Returns the idempotency handler of a create request, or undefined without an `Idempotency-Key` header. Equal concurrent requests wait for
 * each other at the unique key of the database. A key expires after 24 hours.
 * @throws AppError 422 if the key is malformed or was used for another body
 */
export function readIdempotency(
  request: FastifyRequest,
  userId: number,
  bodyHash: () => string,
): Idempotency | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (key === '' || key.length > MAX_KEY_LENGTH)
    throw fieldError('Idempotency-Key', knownErrors.keyLength(MAX_KEY_LENGTH));
  const request_hash = createHash('sha256')
    .update(`${request.method} ${request.routeOptions.url ?? ''} ${bodyHash()}`)
    .digest('hex');

  return {
    async findStoredResult(trx) {
      const created_at = new Date().toISOString();
      const claim = await trx
        .insertInto('idempotency_keys')
        .values({ user_id: userId, key, request_hash, response: null, created_at })
        .onConflict((clash) => clash.columns(['user_id', 'key']).doNothing())
        .executeTakeFirst();
      if (Number(claim.numInsertedOrUpdatedRows ?? 0) > 0) return undefined;

      const earlier = await trx
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'response', 'created_at'])
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .executeTakeFirst();
      if (!earlier || Date.parse(earlier.created_at) < Date.now() - LIFETIME_MS) {
        await trx
          .updateTable('idempotency_keys')
          .set({ request_hash, response: null, created_at })
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute();
        return undefined;
      }
      if (earlier.request_hash !== request_hash) throw fieldError('Idempotency-Key', knownErrors.keyReused);
      return earlier.response === null ? undefined : (JSON.parse(earlier.response) as unknown);
    },

    async storeResult(trx, item) {
      await trx
        .updateTable('idempotency_keys')
        .set({ response: JSON.stringify(item) })
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute();
    },
  };
}

export async function deleteOldIdempotencyKeys(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(Date.now() - LIFETIME_MS).toISOString())
    .execute();
}
