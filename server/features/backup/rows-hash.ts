import { hash } from 'node:crypto';
import type { Cell } from '#server/core/db/dialects/table-copy';

const LANES = 8;

/**
 * Creates a hash of a set of rows: the sum of their SHA-256 hashes, by 32-bit words. The hash does not depend on the order, because
 * databases return rows in different orders.
 */
export function createRowsHash() {
  const lanes = new Uint32Array(LANES);
  const digestOf = (row: readonly Cell[] | string): Buffer =>
    hash('sha256', typeof row === 'string' ? row : JSON.stringify(row), 'buffer');
  return {
    add(row: readonly Cell[] | string): void {
      const digest = digestOf(row);
      for (let lane = 0; lane < LANES; lane += 1)
        lanes[lane] = (lanes[lane] ?? 0) + digest.readUInt32BE(lane * 4);
    },
    /** Removes an added row from the hash. */
    remove(row: readonly Cell[]): void {
      const digest = digestOf(row);
      for (let lane = 0; lane < LANES; lane += 1)
        lanes[lane] = (lanes[lane] ?? 0) - digest.readUInt32BE(lane * 4);
    },
    digest: (): string => Buffer.from(lanes.buffer).toString('hex'),
  };
}

export type RowsHash = ReturnType<typeof createRowsHash>;
