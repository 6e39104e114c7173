import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';

/** The author of a write: an account, its API token if one was used, and the request. */
export interface Writer {
  /** Null for the system: the demo catalogue and commands. */
  readonly userId: number | null;
  readonly tokenId: number | null;
  readonly requestId: string | null;
}

interface Signature {
  readonly by: Writer;
  /** The first entry of the transaction, which causes the later ones. */
  entry?: number;
  /** The entry that the first entry undoes. */
  undoesId?: number;
  /** The entry that caused all entries of the transaction, or of a part of it. */
  causeId?: number | undefined;
}

/** The system. */
const theServer: Writer = { userId: null, tokenId: null, requestId: null };

/*
 * Stored by transaction. The check of permissions in a transaction also stores the user, so services do not pass the user on.
 * Without a signature, a write is attributed to the system.
 */
const signatures = new WeakMap<Kysely<Schema>, Signature>();

/**
 * Stores the author of a transaction.
 * @param causeId the entry that caused all entries, for changes that are processed in parts
 * @returns the signature, which contains the first entry after the commit
 */
export function sign(trx: Transaction<Schema>, by: Writer, causeId?: number): { readonly entry?: number } {
  const signature: Signature = { by, causeId };
  signatures.set(trx, signature);
  return signature;
}

export const writerOf = (trx: Kysely<Schema>): Writer => signatures.get(trx)?.by ?? theServer;

/** Returns the entry that caused the entries of this transaction that have no other cause. */
export const causeOf = (trx: Transaction<Schema>): number | undefined => signatures.get(trx)?.causeId;

/** Runs a part of a transaction whose entries another entry caused. */
export async function withCause<Result>(
  trx: Transaction<Schema>,
  causeId: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const signature: Signature = signatures.get(trx) ?? { by: theServer };
  signatures.set(trx, signature);
  const outerCauseId = signature.causeId;
  signature.causeId = causeId;
  try {
    return await run();
  } finally {
    signature.causeId = outerCauseId;
  }
}

/** Stores the first entry of a transaction that no other entry caused. */
export function recordEntry(trx: Transaction<Schema>, id: number): void {
  const signature = signatures.get(trx);
  if (signature) signature.entry ??= id;
}

/** Marks the next entry of this transaction as the undo of an earlier one. */
export function signUndo(trx: Transaction<Schema>, undoesId: number): void {
  const signature: Signature = signatures.get(trx) ?? { by: theServer };
  signature.undoesId = undoesId;
  signatures.set(trx, signature);
}

/** Returns the entry that the first entry of the transaction undoes. Later calls return null. */
export function takeUndo(trx: Transaction<Schema>): number | null {
  const signature = signatures.get(trx);
  const { undoesId = null } = signature ?? {};
  if (signature) delete signature.undoesId;
  return undoesId;
}

/** Returns the first entry of the transaction; undefined if there is none, or the transaction was not signed. */
export const firstEntryOf = (trx: Transaction<Schema>): number | undefined => signatures.get(trx)?.entry;

/** Forgets the first entry of a transaction, after the part that added it was rolled back. */
export function forgetEntry(trx: Transaction<Schema>): void {
  const signature = signatures.get(trx);
  if (signature) delete signature.entry;
}
