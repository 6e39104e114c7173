import { useEffect } from 'react';
import { selectActivity } from '../store/activity-slice.ts';
import { loadActivity, sendActivity } from '../store/activity-thunks.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';

/** What happens at once is sent at once. */
const SEND_AFTER_MS = 2_000;

/** Keeps the activity with the account: what the server has of it is read once, and what happens here is sent there. */
export function useActivityKeeping(): void {
  const dispatch = useAppDispatch();
  const { entries, isLocal } = useAppSelector(selectActivity);
  const unsent = isLocal ? 0 : entries.filter(({ isKept }) => !isKept).length;

  useEffect(() => {
    void dispatch(loadActivity());
  }, [dispatch]);

  useEffect(() => {
    if (unsent === 0) return undefined;
    const send = () => void dispatch(sendActivity());
    const timer = setTimeout(send, SEND_AFTER_MS);
    window.addEventListener('pagehide', send);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', send);
    };
  }, [dispatch, unsent]);
}
