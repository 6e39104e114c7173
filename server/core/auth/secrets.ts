import { countOf } from '#contract/core/format-count';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { OperatorError } from '#server/core/errors';

/*
 * Encrypts secrets in database rows (AES-256-GCM) with a key that is not in the database. A stored value is
 * `v1:KEY_ID:NONCE_TAG_TEXT`, the last part in base64url. Without a key, values are stored as plain text.
 */

const ALGORITHM = 'aes-256-gcm';
const PREFIX = 'v1:';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The row of a secret. It is authenticated data, so that a secret cannot be copied to another row. */
export interface SecretLocation {
  readonly table: 'totp_factors' | 'auth_challenges';
  readonly userId: number;
}

const locationBytes = ({ table, userId }: SecretLocation): Buffer => Buffer.from(`${table}:${userId}`);

/** Returns the id of a key, which reveals nothing about the key. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('lectern secrets key').update(key).digest('hex').slice(0, 8);

/** Parses a key of 32 bytes in base64 or hexadecimal digits. Returns undefined for other texts. */
export function readSecretsKey(text: string): Buffer | undefined {
  const trimmedText = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmedText)) return Buffer.from(trimmedText, 'hex');
  const key = /^[\w+/-]{43}=?$/.test(trimmedText) ? Buffer.from(trimmedText, 'base64') : Buffer.alloc(0);
  return key.length === KEY_BYTES ? key : undefined;
}

/** The configured keys. Previous keys are used for decryption only. */
export interface SecretsKeys {
  readonly current: Buffer | undefined;
  readonly previous: readonly Buffer[];
}

export interface Secrets {
  encrypt(text: string, location: SecretLocation): string;
  /** @throws Error if the value belongs to another row, was changed, or has an unknown key */
  decrypt(storedText: string, location: SecretLocation): string;
  /** Returns true if the value is stored as the current configuration would store it. */
  isCurrent(storedText: string): boolean;
  /** Returns the id of the key if it is not configured; undefined if the value can be decrypted. */
  missingKeyOf(storedText: string): string | undefined;
}

const keyIdIn = (storedText: string): string | undefined =>
  storedText.startsWith(PREFIX) ? storedText.split(':', 2)[1] : undefined;

export function createSecrets({ current, previous }: SecretsKeys): Secrets {
  const keys = new Map([...(current ? [current] : []), ...previous].map((key) => [idOf(key), key]));
  const currentId = current && idOf(current);
  return {
    encrypt(text, location) {
      if (!current) return text;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current, nonce).setAAD(locationBytes(location));
      const cipherText = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const bytes = Buffer.concat([nonce, cipher.getAuthTag(), cipherText]);
      return `${PREFIX}${idOf(current)}:${bytes.toString('base64url')}`;
    },
    decrypt(storedText, location) {
      const keyId = keyIdIn(storedText);
      if (keyId === undefined) return storedText;
      const key = keys.get(keyId);
      if (!key) throw new Error(`The secret is encrypted with the key ${keyId}, which is not configured`);
      const bytes = Buffer.from(storedText.slice(PREFIX.length + keyId.length + 1), 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(locationBytes(location)).setAuthTag(tag);
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
    isCurrent: (storedText) => keyIdIn(storedText) === currentId,
    missingKeyOf(storedText) {
      const keyId = keyIdIn(storedText);
      return keyId === undefined || keys.has(keyId) ? undefined : keyId;
    },
  };
}

/** Stores secrets as plain text. */
export const plainSecrets: Secrets = createSecrets({ current: undefined, previous: [] });

/** Checks at the start that every stored secret can be decrypted. @throws OperatorError */
export async function assertSecretsReadable(db: Kysely<Schema>, secrets: Secrets): Promise<void> {
  const rows = await db.selectFrom('totp_factors').select('secret').execute();
  const missingKeys = rows.flatMap(({ secret }) => secrets.missingKeyOf(secret) ?? []);
  if (missingKeys.length === 0) return;
  const ids = [...new Set(missingKeys)].join(', ');
  throw new OperatorError(
    `SECRETS_KEY is missing or wrong: ${countOf(missingKeys.length, 'stored secret')} can’t be decrypted (${ids}). ` +
      'Set that key as SECRETS_KEY, or add it to SECRETS_KEY_PREVIOUS to change keys.',
  );
}

/**
 * Encrypts every secret with the current key, or stores it as plain text without one. Servers can run concurrently.
 * @returns the number of changed secrets
 * @throws OperatorError if a key is missing
 */
export async function reencryptSecrets({ kysely: db }: Database, secrets: Secrets): Promise<number> {
  await assertSecretsReadable(db, secrets);
  const rows = await db.selectFrom('totp_factors').select(['user_id', 'secret']).execute();
  let count = 0;
  for (const { user_id, secret: stored } of rows) {
    if (secrets.isCurrent(stored)) continue;
    const location = { table: 'totp_factors', userId: user_id } as const;
    const { numUpdatedRows } = await db
      .updateTable('totp_factors')
      .set({ secret: secrets.encrypt(secrets.decrypt(stored, location), location) })
      .where('user_id', '=', user_id)
      .where('secret', '=', stored)
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  }
  return count;
}
