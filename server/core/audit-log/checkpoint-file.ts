import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '#server/core/errors';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';

/** Files of the audit log outside the database. */
export interface CheckpointFiles {
  /** The private key (PEM), which only the account of the server can read. The file with the public key has the suffix `.pub`. */
  readonly keyFile: string;
  /** One checkpoint per line, as JSON. */
  readonly checkpointFile: string;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes a file that must not exist yet, and waits until it is on disk. */
async function writeNew(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function createKey(keyFile: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await mkdir(dirname(keyFile), { recursive: true });
  await writeNew(keyFile, pem, 0o600);
  await writeNew(`${keyFile}.pub`, publicKey.export({ type: 'spki', format: 'pem' }).toString(), 0o644);
  return pem;
}

/** Returns the key that signs checkpoints, and creates it if it is missing. @throws OperatorError if other accounts can read it */
export async function signingKey(keyFile: string): Promise<KeyObject> {
  const pem = (await readText(keyFile)) ?? (await createKey(keyFile));
  const { mode } = await stat(keyFile);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new OperatorError(`Other accounts can read ${keyFile}. Run: chmod 600 ${keyFile}`);
  return createPrivateKey(pem);
}

/** Returns the key that verifies signatures, from a private or public key file; undefined if there is no such file. */
export async function checkingKey(keyFile: string): Promise<KeyObject | undefined> {
  const pem = await readText(keyFile);
  return pem === undefined ? undefined : createPublicKey(pem);
}

/** Returns the checkpoints of a file, oldest first. @throws OperatorError for a line that the key did not sign */
export async function readCheckpoints(file: string, key: KeyObject): Promise<Checkpoint[]> {
  const lines = ((await readText(file)) ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const checkpoint = readCheckpoint(line, key);
    if (!checkpoint) throw new OperatorError(`The key didn’t sign line ${index + 1} of ${file}.`);
    return checkpoint;
  });
}

/** Appends a line to the file, and waits until it is on disk. */
export async function appendCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(checkpoint)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
