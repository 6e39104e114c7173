import { hash } from 'node:crypto';
import type { Cell } from '#server/core/db/dialects/table-copy';

const LANES = 8;

/**
 * A hash of a set of rows: the sum of their SHA-256 hashes, by words of 32 bits. It is the same in any order, since databases return rows
 * in orders of their own.
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
    /** Takes back a row that was added. */
    remove(row: readonly Cell[]): void {
      const digest = digestOf(row);
      for (let lane = 0; lane < LANES; lane += 1)
        lanes[lane] = (lanes[lane] ?? 0) - digest.readUInt32BE(lane * 4);
    },
    digest: (): string => Buffer.from(lanes.buffer).toString('hex'),
  };
}

export type RowsHash = ReturnType<typeof createRowsHash>;
