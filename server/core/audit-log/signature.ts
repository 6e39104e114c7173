import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';

/** The author of a write: an account, perhaps with an API token, and the request. */
export interface Writer {
  /** Null for the server itself: its demo, the operator's commands. */
  readonly userId: number | null;
  readonly tokenId: number | null;
  readonly requestId: string | null;
}

interface Signature {
  readonly by: Writer;
  /** The first entry of the transaction: what follows from it comes after. */
  entry?: number;
  /** The entry that the first entry undoes. */
  undoesId?: number;
  /** The entry that everything in the transaction follows from. */
  readonly causeId?: number | undefined;
}

/** The server itself. */
const theServer: Writer = { userId: null, tokenId: null, requestId: null };

/*
 * By the transaction, so that whoever asks in it whether somebody may write also says who that is, and no service has to hand
 * it on: a write that forgot it would be the server's.
 */
const signatures = new WeakMap<Kysely<Schema>, Signature>();

/**
 * Says who writes in this transaction. @param causeId the entry that it all follows from, of a change that is worked off in parts
 * @returns what becomes of it, to be read once it is committed
 */
export function sign(trx: Transaction<Schema>, by: Writer, causeId?: number): { readonly entry?: number } {
  const signature: Signature = { by, causeId };
  signatures.set(trx, signature);
  return signature;
}

export const writerOf = (trx: Kysely<Schema>): Writer => signatures.get(trx)?.by ?? theServer;

/** The entry that all entries of this transaction follow from, which have no nearer one. */
export const causeOf = (trx: Transaction<Schema>): number | undefined => signatures.get(trx)?.causeId;

/** Notes an entry that follows from no other. */
export function recordEntry(trx: Transaction<Schema>, id: number): void {
  const signature = signatures.get(trx);
  if (signature) signature.entry ??= id;
}

/** Says that the next entry of this transaction takes back an earlier one. */
export function signUndo(trx: Transaction<Schema>, undoesId: number): void {
  const signature: Signature = signatures.get(trx) ?? { by: theServer };
  signature.undoesId = undoesId;
  signatures.set(trx, signature);
}

/** The entry that the first entry of the transaction undoes; returned once. */
export function takeUndo(trx: Transaction<Schema>): number | null {
  const signature = signatures.get(trx);
  const { undoesId = null } = signature ?? {};
  if (signature) delete signature.undoesId;
  return undoesId;
}

/** The first entry of the transaction, as far as it was signed. */
export const notedEntry = (trx: Transaction<Schema>): number | undefined => signatures.get(trx)?.entry;
