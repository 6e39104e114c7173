import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { selectRunning } from '#web/core/store/jobs.slice.ts';
import { selectNotifications } from '#web/core/store/notifications.slice.ts';
import { loadOverview } from '#web/core/store/overview.slice.ts';

/** The delay in milliseconds. The screen sends its own requests first, and concurrent changes cause one request. */
const LOAD_DELAY_MS = 300;

/** Reads the counts of the sidebar on each screen, after each change, and when a job starts or ends. */
export function useOverview(): void {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const newest = useAppSelector(selectNotifications).entries[0]?.id;
  const runningCount = useAppSelector(selectRunning).length;
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => void dispatch(loadOverview(controller.signal)), LOAD_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each of them triggers a new read
  }, [dispatch, pathname, newest, runningCount]);
}
