import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import {
  notificationsEndpoints,
  notificationLimits,
  type StoredNotification,
} from '#contract/notifications/notifications';
import { readPage } from '#contract/core/envelope';
import { limits } from '#contract/core/limits';
import { ApiError } from '#web/core/api/api-error.ts';
import {
  type NotificationEntry,
  type NotificationsState,
  notificationsCleared,
  notificationsStored,
  notificationsLocalOnly,
  notificationsLoaded,
  notificationsSeen,
  selectNotifications,
  selectUnseenCount,
} from './notifications.slice.ts';
import type { StoreExtra } from './extra.ts';

type Thunk = ThunkAction<Promise<void>, { notifications: NotificationsState }, StoreExtra, UnknownAction>;

const toEntry = ({
  key,
  at,
  outcome,
  message,
  attempted_action,
  subject,
  address,
  is_seen,
}: StoredNotification): NotificationEntry => ({
  id: key,
  at,
  outcome,
  message,
  attempted_action: attempted_action ?? undefined,
  subject: subject ?? undefined,
  address: address ?? undefined,
  isStored: true,
  ...(!is_seen && { isUnseen: true }),
});

/**
 * Runs a notification request. Errors are not recorded, since that would add notifications. After a 404 or 405 the server is not requested
 * again.
 */
const ignoreErrors =
  (call: (extra: StoreExtra, ...rest: Parameters<Thunk>) => Promise<void>): Thunk =>
  async (dispatch, getState, extra) => {
    if (selectNotifications(getState()).isLocal) return;
    try {
      await call(extra, dispatch, getState, extra);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 405))
        dispatch(notificationsLocalOnly());
    }
  };

/** Reads the notifications that the server stores. */
export const loadNotifications = (): Thunk =>
  ignoreErrors(async ({ client }, dispatch) => {
    const query = { items_per_page: limits.maxPageSize };
    const { items } = readPage<StoredNotification>(
      await client.call({ ...notificationsEndpoints.list, query }),
    );
    dispatch(notificationsLoaded(items.map(toEntry)));
  });

/** Sends notifications to the server that it has not stored yet. */
export const sendNotifications = (): Thunk =>
  ignoreErrors(async ({ client }, dispatch, getState) => {
    const unsent = selectNotifications(getState()).entries.filter(({ isStored: hasStored }) => !hasStored);
    // Oldest first, in chronological order.
    const entries = unsent.toReversed().slice(0, notificationLimits.maxAdded);
    if (entries.length === 0) return;
    const json = {
      entries: entries.map(({ id, at, outcome, message, attempted_action, subject }) => ({
        key: id,
        at,
        outcome,
        message,
        attempted_action,
        subject,
      })),
    };
    await client.call({ ...notificationsEndpoints.add, json, keepalive: true });
    dispatch(notificationsStored(entries.map(({ id }) => id)));
  });

/** Marks all notifications as seen, in every browser of the user. */
export const seeNotifications = (): Thunk => async (dispatch, getState, extra) => {
  if (selectUnseenCount(getState()) === 0) return;
  dispatch(notificationsSeen());
  await sendNotifications()(dispatch, getState, extra);
  await ignoreErrors(async ({ client }) => void (await client.call(notificationsEndpoints.see)))(
    dispatch,
    getState,
    extra,
  );
};

export const clearNotifications = (): Thunk => async (dispatch, getState, extra) => {
  dispatch(notificationsCleared());
  await ignoreErrors(async ({ client }) => void (await client.call(notificationsEndpoints.clear)))(
    dispatch,
    getState,
    extra,
  );
};
