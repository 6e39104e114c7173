import { useCallback } from 'react';
import { z } from 'zod';
import { release, releaseEndpoints, type ReleaseStatus } from '#contract/releases/releases';
import { readData } from '#web/core/api/client.ts';
import { type Read, useRemoteRead } from '../use-remote-read.ts';
import { useTranslation } from 'react-i18next';

const releaseList = z.object({ items: z.array(release) });

/** Reads the releases with a status; undefined for all. `open` are those in which changes can be saved. */
export function useReleases(status: 'open' | ReleaseStatus | undefined) {
  const { t } = useTranslation();
  const read = useCallback<Read<z.output<typeof releaseList>['items']>>(
    async (client, signal) => {
      const response = await client.call({ ...releaseEndpoints.list, query: { status }, signal });
      return releaseList.parse(readData(response)).items;
    },
    [status],
  );
  return useRemoteRead(read, { attempted_action: t('releases.loadFailed') });
}
