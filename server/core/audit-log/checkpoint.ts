import { type KeyObject, createPublicKey, sign, verify } from 'node:crypto';
import { z } from 'zod';

const hash = z.string().regex(/^[\da-f]{64}$/);
const count = z.number().int().min(0);

const checkpointSchema = z.strictObject({
  at: z.iso.datetime(),
  /** The entry before the first stored one; 0 if no entries were exported. */
  anchor_id: count,
  anchor_hash: z.string(),
  /** The number of entries after the anchor. */
  entries: count,
  last_id: count,
  last_hash: z.string(),
  /** The entry up to which an export removes entries, or null. */
  cut: z.strictObject({ id: count, hash }).nullable(),
  /** Ed25519, in base64. */
  signature: z.string(),
});

/** A signed statement of the state of the audit log at a time. */
export type Checkpoint = Readonly<z.output<typeof checkpointSchema>>;

/** Returns the bytes that are signed: a list in a fixed order. */
const signedBytes = (checkpoint: Omit<Checkpoint, 'signature'>): Buffer =>
  Buffer.from(
    JSON.stringify([
      'lectern audit log',
      checkpoint.at,
      checkpoint.anchor_id,
      checkpoint.anchor_hash,
      checkpoint.entries,
      checkpoint.last_id,
      checkpoint.last_hash,
      checkpoint.cut && [checkpoint.cut.id, checkpoint.cut.hash],
    ]),
  );

export const signCheckpoint = (
  unsignedCheckpoint: Omit<Checkpoint, 'signature'>,
  key: KeyObject,
): Checkpoint => ({
  ...unsignedCheckpoint,
  signature: sign(null, signedBytes(unsignedCheckpoint), key).toString('base64'),
});

/** Parses and verifies a line of a checkpoint file. @returns undefined if it is malformed or another key signed it */
export function readCheckpoint(line: string, key: KeyObject): Checkpoint | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { data } = checkpointSchema.safeParse(value);
  if (!data) return undefined;
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const isSigned = verify(null, signedBytes(data), publicKey, Buffer.from(data.signature, 'base64'));
  return isSigned ? data : undefined;
}
