import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '#server/core/errors';

/*
 * An archive is a line that names the format, a line of JSON about encryption with its CRC-32, and frames: kind (1 byte), length of the
 * payload (4 bytes, big endian), payload, seal. The seal is a CRC-32 (4 bytes), or the tag of AES-256-GCM (16 bytes), over the position,
 * the kind, the length and the payload. The order of frames: header; for each table table, rows, tableEnd; for each file file, bytes,
 * fileEnd; end.
 */
export const MAGIC = 'LECTERN BACKUP 1\n';
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** Kind and length. */
export const FRAME_HEAD_BYTES = 5;
/** The two lines at the beginning are shorter than this. */
export const MAX_PREAMBLE_BYTES = 1_024;

export const frameKinds = {
  header: 1,
  table: 2,
  rows: 3,
  tableEnd: 4,
  file: 5,
  bytes: 6,
  fileEnd: 7,
  end: 8,
} as const;
export type FrameKind = keyof typeof frameKinds;

export const kindNames = new Map<number, FrameKind>(
  Object.entries(frameKinds).map(([name, number]) => [number, name as FrameKind]),
);

/** RFC 7914; the cost follows the OWASP Password Storage Cheat Sheet (N = 2^17, r = 8, p = 1). */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const SCRYPT_MEMORY = 256 * 1024 * 1024;
const MAX_SCRYPT_N = 2 ** 18;
const KEY_BYTES = 32;

const preambleSchema = z.object({
  encryption: z
    .object({
      cipher: z.literal('aes-256-gcm'),
      kdf: z.literal('scrypt'),
      N: z.int().min(2).max(MAX_SCRYPT_N),
      r: z.int().min(1).max(16),
      p: z.int().min(1).max(4),
      salt: z.string(),
      /** An HMAC by the key, which tells a wrong passphrase from damage. */
      check: z.string(),
    })
    .nullable(),
});
export type Preamble = z.infer<typeof preambleSchema>;

const crcOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');

export function formatPreamble(preamble: Preamble): string {
  const text = JSON.stringify(preamble);
  return `${text} ${crcOf(text)}`;
}

/** @returns undefined when the line is damaged */
export function parsePreamble(line: string): Preamble | undefined {
  const text = line.slice(0, -9);
  return line.slice(-9) === ` ${crcOf(text)}` ? preambleSchema.parse(JSON.parse(text)) : undefined;
}

export interface Seal {
  readonly bytes: number;
  /** @returns the payload to store, and its seal */
  seal(head: Buffer, payload: Buffer): { readonly stored: Buffer; readonly seal: Buffer };
  /** @returns the payload, or undefined when the seal does not fit */
  open(head: Buffer, stored: Buffer, seal: Buffer): Buffer | undefined;
}

/** The position of a frame and its first bytes: a frame that was moved or cut out does not fit its seal. */
export function sealedHead(position: number, head: Buffer): Buffer {
  const bytes = Buffer.alloc(8 + head.length);
  bytes.writeBigUInt64BE(BigInt(position));
  head.copy(bytes, 8);
  return bytes;
}

export const plainSeal: Seal = {
  bytes: 4,
  seal(head, payload) {
    const seal = Buffer.alloc(4);
    seal.writeUInt32BE(crc32(payload, crc32(head)));
    return { stored: payload, seal };
  },
  open: (head, stored, seal) => (crc32(stored, crc32(head)) === seal.readUInt32BE() ? stored : undefined),
};

/** NIST SP 800-38D: the key belongs to one archive, so that the position of a frame is a nonce that is used once. */
function encryptedSeal(key: Buffer): Seal {
  const nonceOf = (head: Buffer): Buffer => {
    const nonce = Buffer.alloc(12);
    head.copy(nonce, 4, 0, 8);
    return nonce;
  };
  return {
    bytes: 16,
    seal(head, payload) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(head)).setAAD(head);
      const stored = Buffer.concat([cipher.update(payload), cipher.final()]);
      return { stored, seal: cipher.getAuthTag() };
    },
    open(head, stored, seal) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(head), { authTagLength: 16 });
      decipher.setAAD(head).setAuthTag(seal);
      try {
        return Buffer.concat([decipher.update(stored), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

const deriveKey = (passphrase: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: SCRYPT_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const checkOf = (key: Buffer): string => createHmac('sha256', key).update('lectern backup').digest('base64');

/** Chooses the key of a new archive. Without a passphrase the archive is not encrypted. */
export async function createSeal(
  passphrase: string | undefined,
): Promise<{ readonly preamble: Preamble; readonly seal: Seal }> {
  if (passphrase === undefined) return { preamble: { encryption: null }, seal: plainSeal };
  const salt = randomBytes(16);
  const key = await deriveKey(passphrase, salt, SCRYPT);
  const encryption = {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    ...SCRYPT,
    salt: salt.toString('base64'),
    check: checkOf(key),
  } as const;
  return { preamble: { encryption }, seal: encryptedSeal(key) };
}

/** @throws OperatorError without the right passphrase */
export async function openSeal({ encryption }: Preamble, passphrase: string | undefined): Promise<Seal> {
  if (!encryption) return plainSeal;
  if (passphrase === undefined)
    throw new OperatorError('The backup is encrypted. Set BACKUP_PASSPHRASE or use --passphrase-file.');
  const key = await deriveKey(passphrase, Buffer.from(encryption.salt, 'base64'), encryption);
  if (checkOf(key) !== encryption.check) throw new OperatorError('The passphrase of the backup is wrong.');
  return encryptedSeal(key);
}

/** The first frame: what an archive contains, as far as it is known when it begins. */
export const headerSchema = z.object({
  id: z.string(),
  /** Of the product. */
  version: z.string(),
  created_at: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  database_bytes: z.number(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  last_ids: z.record(z.string(), z.number()),
  files: z.object({ count: z.number(), bytes: z.number() }),
});
export type Header = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ name: z.string() });
/** The hash does not depend on the order of the rows (see `createRowsHash`). */
export const tableEndSchema = z.object({ rows: z.number(), hash: z.string() });
export const fileSchema = z.object({
  key: z.string(),
  media_type: z.string(),
  size: z.number(),
  /** True for the file of a deleted record, which is not served. */
  is_retained: z.boolean(),
});
export const fileEndSchema = z.object({ sha256: z.string() });
/** The last frame: an archive without it is incomplete. */
export const endSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })),
  files: z.number(),
  /** SHA-256 over the key and the hash of each file, in the order of the archive. */
  files_hash: z.string(),
});
export type ArchiveEnd = z.infer<typeof endSchema>;
