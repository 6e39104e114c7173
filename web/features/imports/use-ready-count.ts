import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '../../api/client.ts';
import { createImportsApi } from '../../api/imports-api.ts';
import { useLast } from '../../lib/use-last.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';

/**
 * How many drafts of the caller's own are ready without a warning, of one drop or of all: what is accepted at once. `seen` is
 * how many a list shows; the count is read again whenever that changes.
 */
export function useReadyCount(dropId: number | undefined, seen: number | undefined): number {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      if (seen === 0) return 0;
      const query = { page: 1, items_per_page: 1, mine: true, needs_look: false, drop_id: dropId };
      return (await createImportsApi(client).list(query, { signal })).total;
    },
    [dropId, seen],
  );
  const { value } = useRemoteRead(seen === undefined ? undefined : read, {
    tried: t('imports.fetchFailed'),
  });
  return useLast(value) ?? 0;
}
