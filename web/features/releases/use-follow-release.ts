import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import {
  openStatuses,
  release as releaseSchema,
  releaseChanges,
  releaseEndpoints,
} from '#contract/releases/releases';
import type { JobType } from '#contract/jobs/job-types';
import { isInProgress } from '#contract/jobs/jobs';
import { readData } from '#web/core/api/client.ts';
import { useReleaseSwitch } from '#web/core/components/release/use-release.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { releaseRead } from '#web/core/store/active-release.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { selectJobs } from '#web/core/store/jobs.slice.ts';
import { selectNotifications } from '#web/core/store/notifications.slice.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { useMemo } from 'react';
import { z } from 'zod';

/** Jobs that save into a release. */
const savingJobs: Partial<Record<JobType, true>> = { bulk: true, spreadsheet: true };

const list = z.object({ items: releaseChanges.shape.items });

/** Reads the release of the address, and its changes after every save. A release that is not open selects the live catalogue. */
export function useFollowRelease(id: number): { readonly message: string | undefined; retry: () => void } {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const select = useReleaseSwitch();
  // Errors do not change the release. A failed read would otherwise start the next one.
  const newest = useAppSelector(selectNotifications).entries.find(({ outcome }) => outcome === 'success')?.id;
  const { byId } = useAppSelector(selectJobs);
  const endedJobs = Object.values(byId)
    .filter((job) => job.kind in savingJobs && !isInProgress(job.state))
    .map((job) => job.id)
    .join();
  const read = useMemo(() => readerOf(id, `${newest} ${endedJobs}`), [id, newest, endedJobs]);
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('releases.openFailed') });
  const isMissing = apiError?.status === 404;

  const leave = useEffectEvent((message: string) => {
    toast('error', message);
    select(undefined, true);
  });
  useEffect(() => {
    if (value && !openStatuses.includes(value.release.status))
      leave(t('releases.closed', { name: value.release.name }));
    else if (value) dispatch(releaseRead(value));
  }, [dispatch, t, value]);
  useEffect(() => {
    if (isMissing) leave(t('releases.notFound'));
  }, [isMissing, t]);
  return { message: isMissing ? undefined : apiError?.message, retry };
}

/** @param _revision the newest success and the ended jobs. A new one starts a read, since it may have changed the release. */
const readerOf = (id: number, _revision: string) => {
  const { get, changes } = releaseEndpoints;
  const reader: Read<{
    readonly release: z.output<typeof releaseSchema>;
    readonly changes: z.output<typeof list>['items'];
  }> = async (client, signal) => {
    const [release, changeList] = await Promise.all([
      client.call({ method: get.method, path: pathOf(get, id), signal }),
      client.call({ method: changes.method, path: pathOf(changes, id), signal }),
    ]);
    return {
      release: releaseSchema.parse(readData(release)),
      changes: list.parse(readData(changeList)).items,
    };
  };
  return reader;
};
