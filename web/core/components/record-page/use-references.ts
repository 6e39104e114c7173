import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import { ApiError } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { readReferences } from '../references/read-references.ts';
import { useAfterUndo } from '../use-after-undo.ts';
import { type RemoteRead, useRemoteRead } from '../use-remote-read.ts';

/** The references to a record; null if it does not exist, which its page shows. */
export type ReferencesRead = RemoteRead<RecordReferences | null>;

/** Reads the references to a record at the same time as the record, and again after every undo. */
export function useReferences(
  declaration: Pick<ResourceDeclaration, 'endpoints'>,
  id: number,
  isNeverUsed: boolean,
): ReferencesRead {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      try {
        return await readReferences(client, { declaration, id, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    [declaration, id],
  );
  const remote = useRemoteRead(isNeverUsed ? undefined : read, { attempted_action: t('ui.usesFailed') });
  useAfterUndo(remote.retry);
  // The list stays visible while it is read again.
  return { ...remote, value: useLastDefined(remote.value) };
}
