import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Job, jobEndpoints } from '#contract/jobs';
import { pathOf } from '#contract/define-resource';
import { type ApiClient, readData } from '../../api/client.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';

export function useJobProgress(jobId: number | null): { fraction: number; stage: string } | undefined {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) =>
      readData(
        await client.call({ method: 'GET', path: pathOf(jobEndpoints.get, jobId ?? 0), signal }),
      ) as Job,
    [jobId],
  );
  const { value } = useRemoteRead(jobId === null ? undefined : read, { tried: t('imports.draftFailed') });
  return value && { fraction: value.progress, stage: value.stage };
}
