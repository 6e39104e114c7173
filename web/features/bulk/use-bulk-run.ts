import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StartedBulk } from '#contract/bulk/bulk';
import { pathOf } from '#contract/core/define-resource';
import { isInProgress, job as jobSchema, jobEndpoints, type Job } from '#contract/jobs/jobs';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createBulkApi } from '#web/core/api/bulk-api.ts';
import { readData } from '#web/core/api/client.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobReceived, selectJobs } from '#web/core/store/jobs.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useReleaseName } from '#web/core/components/release/use-release.ts';
import { useToast } from '#web/ui/use-toast.ts';
import type { BulkKind } from './bulk-kinds.ts';

interface Run {
  readonly id: number;
  readonly jobId: number;
  readonly kind: BulkKind | 'contributor' | 'undo';
  /** The name of the release in which it is saved; undefined for the live catalogue. */
  readonly release: string | undefined;
}

/** The verb of the success message, for bulk edits that do more than change books. */
const ends = { delete: 'deleted', collection: 'added', challenge: 'added', undo: 'undone' } as const;

/** Watches a bulk edit until it ends, reports the result, and offers to undo it. */
export function useBulkRun(onEnded: () => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const release = useReleaseName();
  const { byId } = useAppSelector(selectJobs);
  const [run, setRun] = useState<Run>();
  const job = run && byId[run.jobId];

  const begin = (kind: Run['kind'], { id, job: started }: StartedBulk) => {
    setRun({ id, jobId: started.id, kind, release });
    dispatch(jobReceived(started));
  };
  const fail = (error: unknown, attempted_action: string) => {
    const apiError = toApiErrorDetails(error, attempted_action);
    recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
    toast('error', apiError.message);
  };
  const undo = async (id: number, isInRelease: boolean) => {
    try {
      begin('undo', await createBulkApi(client).undo(id, isInRelease));
    } catch (error) {
      fail(error, t('books.select.undoFailed'));
    }
  };
  const stop = async () => {
    if (!run) return;
    try {
      const { method } = jobEndpoints.cancel;
      const response = await client.call({ method, path: pathOf(jobEndpoints.cancel, run.jobId) });
      const now = jobSchema.safeParse(readData(response)).data;
      if (now) dispatch(jobReceived(now));
    } catch (error) {
      fail(error, t('books.select.stopFailed'));
    }
  };

  const onEnd = useEffectEvent(async ({ id, kind, release: savedTo }: Run, end: Job) => {
    setRun(undefined);
    onEnded();
    if (end.state === 'failed')
      return toast('error', t('books.select.failed', { reason: end.error ?? t('books.select.startFailed') }));
    try {
      const { changed: count, is_undoable } = await createBulkApi(client).get(id);
      const isStopped = end.state === 'cancelled';
      const outcome = isStopped ? 'stopped' : kind in ends ? ends[kind as keyof typeof ends] : 'done';
      toast('success', t(`books.select.${outcome}`, { count }), {
        undo: is_undoable ? () => void undo(id, savedTo !== undefined) : undefined,
        detail: savedTo === undefined ? undefined : t('release.saved', { name: savedTo }),
      });
    } catch (error) {
      fail(error, t('books.select.unknownEnd'));
    }
  });
  useEffect(() => {
    if (run && job && !isInProgress(job.state)) void onEnd(run, job);
  }, [run, job]);

  return {
    begin,
    running: run && job && { progress: job.progress, stop: () => void stop() },
  };
}
