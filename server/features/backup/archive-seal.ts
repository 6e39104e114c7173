import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '#server/core/errors';

/** The scrypt parameters (RFC 7914) of the OWASP Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const SCRYPT_MEMORY = 256 * 1024 * 1024;
const MAX_SCRYPT_N = 2 ** 18;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 16;

const encryptionSchema = z.object({
  cipher: z.literal('aes-256-gcm'),
  kdf: z.literal('scrypt'),
  N: z.int().min(2).max(MAX_SCRYPT_N),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(4),
  salt: z.string(),
  /** The key of this file is derived from the passphrase key and this value (RFC 5869). */
  nonce: z.string(),
  /** An HMAC with the passphrase key. It distinguishes a wrong passphrase from a damaged file. */
  check: z.string(),
});
type Encryption = z.infer<typeof encryptionSchema>;

/** The folder of shared files. Each passphrase has a separate folder; unencrypted files are in `files/plain`. */
const SHARED_FOLDER = /^files\/(?:plain|[0-9a-f]{32}-[0-9a-f]{16})$/;

/** The second line of an archive. The frames cannot be read without it. */
export const preambleSchema = z.object({
  encryption: encryptionSchema.nullable(),
  /** The folder of the shared files next to the archive; null when the archive contains all files. */
  shared_files: z.string().regex(SHARED_FOLDER).nullable(),
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
  if (line.slice(-9) !== ` ${crcOf(text)}`) return undefined;
  return preambleSchema.safeParse(JSON.parse(text)).data;
}

export interface Seal {
  readonly bytes: number;
  /** Returns the payload to store and its seal. */
  seal(head: Buffer, payload: Buffer): { readonly stored: Buffer; readonly seal: Buffer };
  /** Returns the payload, or undefined when the seal does not match. */
  open(head: Buffer, storedBytes: Buffer, seal: Buffer): Buffer | undefined;
}

/** Returns the position and the head of a frame. The seal covers both, so moved and removed frames are detected. */
export function sealedHead(position: number, head: Buffer): Buffer {
  const bytes = Buffer.alloc(8 + head.length);
  bytes.writeBigUInt64BE(BigInt(position));
  head.copy(bytes, 8);
  return bytes;
}

const plainSeal: Seal = {
  bytes: 4,
  seal(head, payload) {
    const seal = Buffer.alloc(4);
    seal.writeUInt32BE(crc32(payload, crc32(head)));
    return { stored: payload, seal };
  },
  open: (head, storedBytes, seal) =>
    crc32(storedBytes, crc32(head)) === seal.readUInt32BE() ? storedBytes : undefined,
};

/** Each file has its own key, so the position of a frame is a unique nonce (NIST SP 800-38D). */
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
      const storedBytes = Buffer.concat([cipher.update(payload), cipher.final()]);
      return { stored: storedBytes, seal: cipher.getAuthTag() };
    },
    open(head, storedBytes, seal) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(head), { authTagLength: 16 });
      decipher.setAAD(head).setAuthTag(seal);
      try {
        return Buffer.concat([decipher.update(storedBytes), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

const deriveKey = (passphrase: string, salt: Buffer, { N, r, p }: Pick<Encryption, 'N' | 'r' | 'p'>) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: SCRYPT_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const fileKey = (key: Buffer, nonce: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, nonce, 'lectern backup', KEY_BYTES));

/** A key that is derived from a passphrase and a salt in about half a second. */
export interface Secret {
  readonly salt: Buffer;
  readonly key: Buffer;
}

const checkOf = ({ key }: Pick<Secret, 'key'>): Buffer =>
  createHmac('sha256', key).update('lectern backup').digest();

/** Returns the name of the folder of shared files for a secret, or for unencrypted files. */
export const sharedFolderOf = (secret: Secret | undefined): string =>
  secret === undefined
    ? 'files/plain'
    : `files/${secret.salt.toString('hex')}-${checkOf(secret).toString('hex', 0, 8)}`;

/** Derives the secret of new archives. @param folders the existing folders of shared files; a matching secret is reused */
export async function createSecret(
  passphrase: string | undefined,
  folders: Iterable<string> = [],
): Promise<Secret | undefined> {
  if (passphrase === undefined) return undefined;
  for (const folder of folders) {
    const salt = Buffer.from(/^files\/([0-9a-f]{32})-/.exec(folder)?.[1] ?? '', 'hex');
    if (salt.length === 0) continue;
    const secret = { salt, key: await deriveKey(passphrase, salt, SCRYPT) };
    if (sharedFolderOf(secret) === folder) return secret;
  }
  const salt = randomBytes(SALT_BYTES);
  return { salt, key: await deriveKey(passphrase, salt, SCRYPT) };
}

/** Creates the key of one new file. The file is not encrypted without a secret. */
export function createSeal(secret: Secret | undefined): {
  readonly encryption: Encryption | null;
  readonly seal: Seal;
} {
  if (secret === undefined) return { encryption: null, seal: plainSeal };
  const nonce = randomBytes(NONCE_BYTES);
  const encryption = {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    ...SCRYPT,
    salt: secret.salt.toString('base64'),
    nonce: nonce.toString('base64'),
    check: checkOf(secret).toString('base64'),
  } as const;
  return { encryption, seal: encryptedSeal(fileKey(secret.key, nonce)) };
}

/** The secrets of files that are encrypted with one passphrase. Each secret is derived once. */
export interface Secrets {
  /** @throws OperatorError without the right passphrase */
  find(preamble: Preamble): Promise<Secret | undefined>;
}

export function createSecrets(passphrase: string | undefined): Secrets {
  const bySalt = new Map<string, Promise<Buffer>>();
  return {
    async find({ encryption }) {
      if (!encryption) return undefined;
      if (passphrase === undefined)
        throw new OperatorError('The backup is encrypted. Set BACKUP_PASSPHRASE or use --passphrase-file.');
      const salt = Buffer.from(encryption.salt, 'base64');
      const id = `${encryption.salt} ${encryption.N} ${encryption.r} ${encryption.p}`;
      const derivedKey = bySalt.get(id) ?? deriveKey(passphrase, salt, encryption);
      bySalt.set(id, derivedKey);
      const key = await derivedKey;
      if (checkOf({ key }).toString('base64') !== encryption.check)
        throw new OperatorError('The passphrase of the backup is wrong.');
      return { salt, key };
    },
  };
}

/** @throws OperatorError without the right passphrase */
export async function openSeal(preamble: Preamble, secrets: Secrets): Promise<Seal> {
  const secret = await secrets.find(preamble);
  if (!secret || !preamble.encryption) return plainSeal;
  return encryptedSeal(fileKey(secret.key, Buffer.from(preamble.encryption.nonce, 'base64')));
}
