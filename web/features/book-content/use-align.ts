import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '#contract/core/envelope';
import { type Job, isInProgress } from '#contract/jobs/jobs';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobs, selectRunning } from '#web/core/store/jobs.slice.ts';
import { chapterOf } from './model/book-content.ts';
import type { Saver } from './saving/create-saver.ts';
import { useContentEditor } from './content-editor-context.ts';

/** `match` first finds the audio of every chapter. */
export type AlignScope = 'all' | 'needs_review' | 'chapter' | 'match';

/** Returns the numbers of chapters with audio and of all chapters, when a job searched the audio of chapters. */
function matchCountsOf(result: Job['result'] | undefined): { matched: number; total: number } | undefined {
  const chapters = result?.['matched_chapters'];
  if (!Array.isArray(chapters)) return undefined;
  const matchedChapters = chapters.filter(
    (chapter: unknown) => isRecord(chapter) && chapter['range_count'] !== 0,
  );
  return { matched: matchedChapters.length, total: chapters.length };
}

const isAlignmentOf = ({ kind, subject_id }: Job, bookId: number): boolean =>
  (kind === 'align' || kind === 'align-first-chapter') && subject_id === String(bookId);

/** Starts the alignment of text and audio in the background, and applies the result when it is completed. */
export function useAlign(saver: Saver) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [jobId, setJobId] = useState<number>();
  const [isStarting, setStarting] = useState(false);
  const job = useAppSelector((state) => (jobId === undefined ? undefined : selectJobs(state).byId[jobId]));
  // An import starts a sync before the content editor is opened.
  useEffect(() => void dispatch(jobsWatched()), [dispatch]);
  const runningJobId = useAppSelector(
    (state) => selectRunning(state).find((item) => isAlignmentOf(item, contentEditor.book.id))?.id,
  );
  if (jobId === undefined && runningJobId !== undefined) setJobId(runningJobId);
  const doneJobId = useRef<number>(undefined);

  const finish = useEffectEvent(async () => {
    setJobId(undefined);
    if (job?.state !== 'done') {
      contentEditor.showMessage(job?.error ?? t('contentEditor.alignEnded'));
      return;
    }
    try {
      await saver.refresh('align');
      const modelError = job.result?.['model_error'];
      if (typeof modelError === 'string') {
        contentEditor.showMessage(t('contentEditor.alignedWithoutModel', { reason: modelError }));
        return;
      }
      const counts = matchCountsOf(job.result);
      contentEditor.showMessage(
        counts === undefined
          ? t(job.kind === 'align' ? 'contentEditor.aligned' : 'contentEditor.firstChapterAligned')
          : counts.total === 0
            ? t('contentEditor.chaptersNotMatched')
            : t('contentEditor.chaptersMatched', counts),
      );
    } catch (error) {
      contentEditor.showMessage(toApiErrorDetails(error, t('contentEditor.loadFailed')).message);
    }
  });
  useEffect(() => {
    if (!job || isInProgress(job.state) || doneJobId.current === job.id) return;
    doneJobId.current = job.id;
    void finish();
  }, [job]);

  async function align(scope: AlignScope): Promise<void> {
    setStarting(true);
    try {
      // The job reads the saved version.
      if (!(await saver.save())) return;
      const key = contentEditor.chosen.get();
      const id = key === undefined ? undefined : chapterOf(contentEditor.current(), key)?.id;
      if (scope === 'chapter' && id === undefined) return;
      const ids = id === undefined ? [] : [id];
      const chapters = scope === 'chapter' ? ids : scope === 'match' ? 'all' : scope;
      const alignment = await createBookContentApi(client, contentEditor.book.id).align(
        saver.state.get().version,
        chapters,
        scope === 'match',
      );
      setJobId(alignment.job_id);
      dispatch(jobsWatched());
    } catch (error) {
      contentEditor.showMessage(toApiErrorDetails(error, t('contentEditor.alignFailed')).message);
    } finally {
      setStarting(false);
    }
  }

  return {
    align,
    /** From 0 to 1 while the job runs. */
    progress: jobId === undefined ? (isStarting ? 0 : undefined) : (job?.progress ?? 0),
    stage: job?.stage ?? '',
  };
}

export type Align = ReturnType<typeof useAlign>;
