import { useCallback } from 'react';
import { z } from 'zod';
import { type AuditLogEntry, auditLogEntry } from '#contract/audit-log/audit-log';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { ResourceName } from '#contract/core/permissions';
import { ApiError } from '#web/core/api/api-error.ts';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { historyEndpoints } from '../history/history-endpoints.ts';
import { useAfterUndo } from '../use-after-undo.ts';
import { useRemoteRead } from '../use-remote-read.ts';

export type RecordResult<Item> =
  | { readonly item: Item; readonly deletion?: undefined }
  /** No record has this ID. `deletion` is the audit log entry of its deletion, if the account can see it. */
  | { readonly item: undefined; readonly deletion: AuditLogEntry | undefined };

const entries = z.object({ items: z.array(auditLogEntry) });

/** Returns the audit log entry of the deletion of a record; undefined if it never existed or was deleted permanently. */
export async function readDeletion(
  client: ApiClient,
  { kind, id, signal }: { readonly kind: ResourceName; readonly id: number; readonly signal: AbortSignal },
): Promise<AuditLogEntry | undefined> {
  const query = { page: 1, items_per_page: 1 };
  try {
    const response = await client.call({ ...historyEndpoints(kind, id).history, query, signal });
    const [latest] = entries.parse(readData(response)).items;
    return latest?.action === 'deleted' ? latest : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Reads a record for its page, and reads it again after every undo. */
export function useRecord<R extends ResourceDeclaration>(declaration: R, id: number) {
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal): Promise<RecordResult<ItemOf<R>>> => {
      try {
        return { item: await createResourceReader(client, declaration).get(id, { signal }) };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        return {
          item: undefined,
          deletion: await readDeletion(client, { kind: declaration.name, id, signal }),
        };
      }
    },
    [declaration, id],
  );
  const remote = useRemoteRead(read, { attempted_action: declaration.messages.fetchFailed });
  useAfterUndo(remote.retry);
  return remote;
}
