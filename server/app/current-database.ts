import { type Addresses, continueMove, withoutSecrets } from '#server/core/db/arrive';
import { type MoveState, findMoveState, readMoveState } from '#server/core/db/move-state';
import { type Database, openDatabase } from '#server/core/db/open';
import { OperatorError } from '#server/core/errors';

const MAX_MOVES = 5;
const CHECK_INTERVAL_MS = 500;
const RETRY_MS = 5_000;

/** Logged until the environment variables are changed. */
export const movedMessage =
  'The catalogue has moved. Set DATABASE_URL and BLOB_STORE_URL to its new addresses';

async function openMoved(addresses: Addresses, { switched_at }: MoveState): Promise<Database> {
  try {
    return await openDatabase(addresses.databaseUrl);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `The catalogue moved to ${withoutSecrets(addresses.databaseUrl)} on ${switched_at ?? ''}, which can’t be reached: ${reason}`,
      { cause },
    );
  }
}

/**
 * Opens the database at a URL or, if the catalogue was moved from there, the database that it was moved to.
 * @returns the database and the URLs in use
 * @throws the driver's error, or OperatorError if the database that it was moved to cannot be reached
 */
export async function openCurrentDatabase(
  configuredAddresses: Addresses & { readonly databaseReadUrl?: string | undefined },
): Promise<{ readonly database: Database; readonly addresses: Addresses }> {
  let addresses: Addresses = {
    databaseUrl: configuredAddresses.databaseUrl,
    blobStoreUrl: configuredAddresses.blobStoreUrl,
  };
  // The replica is one of the configured database, so it is not used after a move.
  let database = await openDatabase(addresses.databaseUrl, configuredAddresses.databaseReadUrl);
  for (let moves = 0; moves < MAX_MOVES; moves += 1) {
    const state = await findMoveState(database.kysely);
    if (state?.phase !== 'moved') return { database, addresses };
    await database.close();
    const next = { databaseUrl: state.database_url, blobStoreUrl: state.blob_store_url };
    database = await openMoved(next, state);
    await continueMove(database, state, addresses);
    addresses = next;
  }
  await database.close();
  throw new OperatorError('The catalogue has moved too often. Set DATABASE_URL and BLOB_STORE_URL.');
}

/**
 * Waits until the catalogue is moved to another database. Calls `onMove`, and retries it after an error.
 * @returns a function that stops the watch
 */
export function watchForMove(
  { kysely }: Database,
  { onMove, onError }: { onMove(): Promise<void>; onError(error: unknown): void },
): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const checkMoveState = async (): Promise<number> => {
    try {
      if ((await readMoveState(kysely))?.phase !== 'moved') return CHECK_INTERVAL_MS;
    } catch {
      // If the database does not respond, the next check tries again.
      return CHECK_INTERVAL_MS;
    }
    try {
      await onMove();
      isOver = true;
    } catch (error) {
      onError(error);
    }
    return RETRY_MS;
  };
  const again = (afterMs: number) => {
    if (isOver) return;
    timer = setTimeout(() => void checkMoveState().then(again), afterMs);
    timer.unref();
  };
  again(CHECK_INTERVAL_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
