import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { activityEndpoints, activityLimits, type StoredActivity } from '#contract/activity';
import { readPage } from '#contract/envelope';
import { limits } from '#contract/limits';
import { ApiError } from '../api/api-error.ts';
import {
  type ActivityEntry,
  type ActivityState,
  activityCleared,
  activityKept,
  activityKeptByNobody,
  activityLoaded,
  activitySeen,
  selectActivity,
} from './activity-slice.ts';
import type { StoreExtra } from './extra.ts';

type Thunk = ThunkAction<Promise<void>, { activity: ActivityState }, StoreExtra, UnknownAction>;

const toEntry = ({ key, at, outcome, message, tried, subject }: StoredActivity): ActivityEntry => ({
  id: key,
  at,
  outcome,
  message,
  tried: tried ?? undefined,
  subject: subject ?? undefined,
  isKept: true,
});

/**
 * Runs a call about the activity. That it fails is nothing to note: the log itself would grow by it. A server that knows no such
 * call is not asked again.
 */
const quietly =
  (call: (extra: StoreExtra, ...rest: Parameters<Thunk>) => Promise<void>): Thunk =>
  async (dispatch, getState, extra) => {
    if (selectActivity(getState()).isLocal) return;
    try {
      await call(extra, dispatch, getState, extra);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 405))
        dispatch(activityKeptByNobody());
    }
  };

/** Reads what the server keeps. */
export const loadActivity = (): Thunk =>
  quietly(async ({ client }, dispatch) => {
    const query = { items_per_page: limits.maxPageSize };
    const { items } = readPage<StoredActivity>(await client.call({ ...activityEndpoints.list, query }));
    const hasUnseen = items.some(({ is_seen }) => !is_seen);
    dispatch(activityLoaded({ entries: items.map(toEntry), hasUnseen }));
  });

/** Has the server keep what it has not heard of yet. */
export const sendActivity = (): Thunk =>
  quietly(async ({ client }, dispatch, getState) => {
    const unsent = selectActivity(getState()).entries.filter(({ isKept }) => !isKept);
    // The oldest first, as they happened.
    const entries = unsent.toReversed().slice(0, activityLimits.maxAdded);
    if (entries.length === 0) return;
    const json = {
      entries: entries.map(({ id, at, outcome, message, tried, subject }) => ({
        key: id,
        at,
        outcome,
        message,
        tried,
        subject,
      })),
    };
    await client.call({ ...activityEndpoints.add, json, keepalive: true });
    dispatch(activityKept(entries.map(({ id }) => id)));
  });

/** She has looked: in every browser. */
export const seeActivity = (): Thunk => async (dispatch, getState, extra) => {
  if (!selectActivity(getState()).hasUnseen) return;
  dispatch(activitySeen());
  await sendActivity()(dispatch, getState, extra);
  await quietly(async ({ client }) => void (await client.call(activityEndpoints.see)))(
    dispatch,
    getState,
    extra,
  );
};

export const clearActivity = (): Thunk => async (dispatch, getState, extra) => {
  dispatch(activityCleared());
  await quietly(async ({ client }) => void (await client.call(activityEndpoints.clear)))(
    dispatch,
    getState,
    extra,
  );
};
