import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportDraft } from '#contract/import-draft';
import { useApi } from '../../api/api-context.ts';
import type { ApiClient } from '../../api/client.ts';
import { createImportsApi } from '../../api/imports-api.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';
import { useLookAgain } from './use-look-again.ts';

export const isUnderWay = ({ state }: Pick<ImportDraft, 'state'>): boolean =>
  state === 'receiving' || state === 'reading';

/** An import with its draft; read again by itself until it can be reviewed. */
export function useImport(id: number) {
  const { t } = useTranslation();
  const client = useApi();
  const read = useCallback(
    (api: ApiClient, signal: AbortSignal) => createImportsApi(api).get(id, { signal }),
    [id],
  );
  const { value, failure, retry } = useRemoteRead(read, { tried: t('imports.draftFailed') });
  const [newer, setNewer] = useState<{ readonly of: ImportDraft; readonly draft: ImportDraft }>();
  const draft = newer && newer.of === value ? newer.draft : value;

  const isWaiting = draft !== undefined && isUnderWay(draft);
  useLookAgain(isWaiting, async (signal) => {
    const next = await createImportsApi(client).get(id, { signal });
    if (!signal.aborted && value) setNewer({ of: value, draft: next });
  });

  return { draft, failure, retry };
}
