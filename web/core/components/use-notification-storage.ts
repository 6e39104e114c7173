import { useEffect } from 'react';
import { selectNotifications } from '#web/core/store/notifications.slice.ts';
import { loadNotifications, sendNotifications } from '#web/core/store/notifications-thunks.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';

/** The delay in milliseconds. Notifications within it are sent in one request. */
const SEND_DELAY_MS = 2_000;

/** Stores notifications with the account: reads those of the server once, and sends new ones. */
export function useNotificationStorage(): void {
  const dispatch = useAppDispatch();
  const { entries, isLocal } = useAppSelector(selectNotifications);
  const unsent = isLocal ? 0 : entries.filter(({ isStored: hasStored }) => !hasStored).length;

  useEffect(() => {
    void dispatch(loadNotifications());
  }, [dispatch]);

  useEffect(() => {
    if (unsent === 0) return undefined;
    const send = () => void dispatch(sendNotifications());
    const timer = setTimeout(send, SEND_DELAY_MS);
    window.addEventListener('pagehide', send);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', send);
    };
  }, [dispatch, unsent]);
}
