import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from '#contract/jobs';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { createInsideApi } from '../../api/inside-api.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { jobsWatched, selectJobs } from '../../store/jobs-slice.ts';
import { chapterOf } from './model/inside.ts';
import type { Saver } from './saving/create-saver.ts';
import { useStudio } from './studio-context.ts';

export type AlignScope = 'all' | 'doubtful' | 'chapter';

/** Has texts and sound put together in the background, and takes over what was found as soon as it is there. */
export function useAlign(saver: Saver) {
  const { t } = useTranslation();
  const studio = useStudio();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [jobId, setJobId] = useState<number>();
  const [isStarting, setStarting] = useState(false);
  const job = useAppSelector((state) => (jobId === undefined ? undefined : selectJobs(state).byId[jobId]));
  const done = useRef<number>(undefined);

  const finish = useEffectEvent(async () => {
    setJobId(undefined);
    if (job?.state !== 'done') {
      studio.say(job?.error ?? t('studio.alignEnded'));
      return;
    }
    try {
      await saver.refresh('align');
      studio.say(t('studio.aligned'));
    } catch (error) {
      studio.say(toFailure(error, t('studio.loadFailed')).message);
    }
  });
  useEffect(() => {
    if (!job || isUnderWay(job.state) || done.current === job.id) return;
    done.current = job.id;
    void finish();
  }, [job]);

  async function align(scope: AlignScope): Promise<void> {
    setStarting(true);
    try {
      // The job reads what the catalogue holds.
      if (!(await saver.save())) return;
      const key = studio.chosen.get();
      const id = key === undefined ? undefined : chapterOf(studio.current(), key)?.id;
      if (scope === 'chapter' && id === undefined) return;
      const chapters = scope === 'chapter' && id !== undefined ? [id] : scope === 'chapter' ? [] : scope;
      const started = await createInsideApi(client, studio.book.id).align(
        saver.state.get().version,
        chapters,
      );
      setJobId(started.job_id);
      dispatch(jobsWatched());
    } catch (error) {
      studio.say(toFailure(error, t('studio.alignFailed')).message);
    } finally {
      setStarting(false);
    }
  }

  return {
    align,
    /** From 0 to 1 while it runs. */
    progress: jobId === undefined ? (isStarting ? 0 : undefined) : (job?.progress ?? 0),
    stage: job?.stage ?? '',
  };
}

export type Align = ReturnType<typeof useAlign>;
