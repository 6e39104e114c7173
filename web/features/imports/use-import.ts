import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { useApi } from '#web/core/api/api-context.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useRefetch } from './use-refetch.ts';

export const isInProgress = ({ state }: Pick<ImportProposal, 'state'>): boolean =>
  state === 'receiving' || state === 'reading';

/** Reads an import with its proposal, and reads it again automatically until it can be reviewed. */
export function useImport(id: number) {
  const { t } = useTranslation();
  const client = useApi();
  const read = useCallback(
    (api: ApiClient, signal: AbortSignal) => createImportsApi(api).get(id, { signal }),
    [id],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('imports.draftFailed') });
  const [newer, setNewer] = useState<{ readonly of: ImportProposal; readonly proposal: ImportProposal }>();
  const proposal = newer && newer.of === value ? newer.proposal : value;

  const isWaiting = proposal !== undefined && isInProgress(proposal);
  useRefetch(isWaiting, async (signal) => {
    const next = await createImportsApi(client).get(id, { signal });
    if (!signal.aborted && value) setNewer({ of: value, proposal: next });
  });

  return { proposal, apiError, retry };
}
