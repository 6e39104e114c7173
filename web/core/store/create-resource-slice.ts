import {
  createAsyncThunk,
  createSlice,
  type Draft,
  type ThunkAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { Page } from '#contract/core/envelope';
import { camelCase } from '#contract/core/record-types';
import { isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { Query } from '#web/core/api/encode.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import {
  createRequest,
  type ItemRef,
  readRecord,
  removeRequest,
  updateRequest,
  type WriteOptions,
} from '#web/core/api/resource-requests.ts';
import { afterPaint } from '#web/core/lib/after-paint.ts';
import { recordName } from '#web/core/lib/record-name.ts';
import { notificationAdded } from './notifications.slice.ts';
import { createPrefetchedPages } from './prefetched-pages.ts';
import type { StoreExtra, ThunkConfig } from './extra.ts';
import { recordError } from './record-error.ts';
import { releaseSelected, selectReleaseId, type WithActiveRelease } from './active-release.slice.ts';
import { sessionEnded } from './session-actions.ts';
import { undoOffered } from './undo.slice.ts';

export interface ResourceState<Item> {
  readonly items: Item[];
  readonly total: number;
  /** The corrected search that the items match, if the searched text itself has no results. */
  readonly didYouMean?: string | undefined;
  readonly loading: boolean;
  /** The message for users; null if the last request did not fail. */
  readonly error: string | null;
}

interface SuccessOptions {
  /** Called after the request succeeded, a few frames before the store changes. The dialog therefore closes before the list is rendered. */
  readonly onSuccess?: (() => void) | undefined;
}
export interface AddArgs extends WriteOptions, SuccessOptions {
  readonly values: object;
}
export interface UpdateArgs extends Omit<WriteOptions, 'idempotencyKey'>, SuccessOptions {
  readonly values: ItemRef;
}
export interface RemoveArgs {
  readonly item: ItemRef;
  readonly signal?: AbortSignal | undefined;
}

/** The number of frames until a closed dialog starts its transition. */
const CLOSING_FRAMES = 3;

async function notify<Response>(
  onSuccess: SuccessOptions['onSuccess'],
  response: Response,
): Promise<Response> {
  if (onSuccess) {
    onSuccess();
    await afterPaint(CLOSING_FRAMES);
  }
  return response;
}

const supersededReason = 'superseded';
/** The notification of a save in a release. */
const savedInRelease = 'Saved to the release';
/** Returns the name of a request's record: from the response, otherwise from the sent values or the item. */
function subjectOf(args: unknown, response?: unknown): string | undefined {
  const { values, item } = (args ?? {}) as { values?: unknown; item?: unknown };
  return recordName(response) ?? recordName(values) ?? recordName(item);
}

/**
 * Returns the slice of a resource as the specification defines it: pending, success and failure of fetch, add, update and remove.
 *
 * A new fetch aborts the previous one, and an aborted fetch changes nothing. Late responses therefore never replace newer ones. A write
 * whose response contains no item changes neither items nor total until the next fetch. Errors are logged and added to Recent activity. The
 * thunks reject with ApiErrorDetails (`unwrap()` throws them). A sign-out clears the slice.
 */
export function createResourceSlice<R extends ResourceDeclaration>(declaration: R) {
  type Item = ItemOf<R>;
  type State = ResourceState<Item>;
  const { name, messages, totalFollowsWrites } = declaration;
  const step = totalFollowsWrites ? 1 : 0;
  const initialState: State = { items: [], total: 0, loading: false, error: null };

  const thunk = <Response, Args>(
    verb: string,
    {
      fallback,
      run,
      done,
    }: {
      readonly fallback: string;
      readonly run: (
        client: ApiClient,
        args: Args,
        context: { readonly signal: AbortSignal; readonly onEntry: (entry: number) => void },
      ) => Promise<Response>;
      readonly done?: string | undefined;
    },
  ) =>
    createAsyncThunk<Response, Args, ThunkConfig>(
      `${name}/${verb}`,
      async (args, { extra, dispatch, getState, rejectWithValue, signal }) => {
        try {
          let entry: number | undefined;
          const release = selectReleaseId(getState());
          const onEntry = (remainingEntry: number) => {
            entry = remainingEntry;
          };
          const response = await run(extra.client, args, { signal, onEntry });
          if (done !== undefined) {
            const message = release === undefined ? done : savedInRelease;
            const notification = dispatch(
              notificationAdded({ outcome: 'success', message, subject: subjectOf(args, response) }),
            );
            if (entry !== undefined && release === undefined)
              dispatch(
                undoOffered({
                  entry,
                  notificationId: notification.payload.id,
                  message: done,
                  at: Date.now(),
                }),
              );
          }
          return response;
        } catch (error) {
          const apiError = toApiErrorDetails(error, fallback);
          if (!isAborted(error))
            recordError(dispatch, {
              apiError,
              attempted_action: fallback,
              details: { cause: error, subject: subjectOf(args) },
            });
          return rejectWithValue(apiError);
        }
      },
    );

  const fetchPage = thunk<Page<Item>, Query>('fetch', {
    fallback: messages.fetchFailed,
    run: (client, query, { signal }) => createResourceReader(client, declaration).list(query, { signal }),
  });
  const add = thunk<Item | undefined, AddArgs>('add', {
    fallback: messages.addFailed,
    run: async (client, { values, onSuccess, ...options }, { onEntry }) => {
      const response = await client.call(createRequest(declaration, values, { ...options, onEntry }));
      return notify(onSuccess, readRecord(declaration, response));
    },
    done: messages.created,
  });
  const update = thunk<Item | undefined, UpdateArgs>('update', {
    fallback: messages.updateFailed,
    run: async (client, { values, onSuccess, ...options }, { onEntry }) => {
      const response = await client.call(updateRequest(declaration, values, { ...options, onEntry }));
      return notify(onSuccess, readRecord(declaration, response));
    },
    done: messages.updated,
  });
  const remove = thunk<void, RemoveArgs>('remove', {
    fallback: messages.deleteFailed,
    run: async (client, { item }, { signal, onEntry }) => {
      await client.call(removeRequest(declaration, item, { signal, onEntry }));
    },
    done: messages.deleted,
  });

  const slice = createSlice({
    name,
    initialState,
    reducers: {
      clearError(state) {
        state.error = null;
      },
    },
    extraReducers: (builder) => {
      builder
        .addCase(sessionEnded, () => initialState)
        .addCase(releaseSelected, () => initialState)
        .addCase(fetchPage.fulfilled, (state, { payload }) => {
          state.items = payload.items as Draft<Item>[];
          state.total = payload.total;
          state.didYouMean = payload.did_you_mean;
          state.loading = false;
        })
        .addCase(add.fulfilled, (state, { payload }) => {
          state.loading = false;
          if (!payload) return;
          state.items.push(payload as Draft<Item>);
          state.total += step;
        })
        .addCase(update.fulfilled, (state, { payload }) => {
          state.loading = false;
          const index = state.items.findIndex((item) => item.id === payload?.id);
          if (payload && index >= 0) state.items[index] = payload as Draft<Item>;
        })
        .addCase(remove.fulfilled, (state, { meta }) => {
          const { id } = meta.arg.item;
          state.loading = false;
          state.items = state.items.filter((item) => item.id !== id);
          state.total = Math.max(0, state.total - step);
        });
      for (const { pending, rejected } of [fetchPage, add, update, remove]) {
        builder
          .addCase(pending, (state) => {
            state.loading = true;
            state.error = null;
          })
          .addCase(rejected, (state, { payload, meta, error }) => {
            if (meta.aborted && error.message === supersededReason) return;
            state.loading = false;
            if (!meta.aborted && payload?.kind !== 'aborted')
              state.error = payload?.message ?? messages.fetchFailed;
          });
      }
    },
  });

  // The running fetch of each store. The extra argument identifies the store.
  const runningRequests = new WeakMap<StoreExtra, { abort(reason?: string): void }>();
  type Fetching = ReturnType<ReturnType<typeof fetchPage>>;
  const prefetchedPages = createPrefetchedPages<Fetching>();
  const requestKey = ({ sessions }: StoreExtra, state: WithActiveRelease, query: Query) =>
    JSON.stringify([sessions.read()?.token ?? null, selectReleaseId(state) ?? null, query]);
  /**
   * Fetches a page. `onList` is called synchronously after the store changes, so both are rendered together. It is not called for
   * prefetched pages.
   */
  const fetch =
    (
      query: Query,
      onList?: () => void,
    ): ThunkAction<Fetching, WithActiveRelease, StoreExtra, UnknownAction> =>
    (dispatch, getState, extra) => {
      const prefetch = prefetchedPages.find(extra, requestKey(extra, getState(), query));
      prefetchedPages.remove(extra);
      if (prefetch) return prefetch.request;
      runningRequests.get(extra)?.abort(supersededReason);
      // Dispatch is overloaded, so the type of the wrapper is asserted.
      const dispatchAndNotify = ((action: UnknownAction) => {
        const dispatchedAction = dispatch(action);
        if (fetchPage.fulfilled.match(action)) onList?.();
        return dispatchedAction;
      }) as typeof dispatch;
      const promise = fetchPage(query)(dispatchAndNotify, getState, extra);
      runningRequests.set(extra, promise);
      return promise;
    };

  /** Fetches a page while the screen is loading. The first `fetch` with the same query uses it. */
  const prefetchPage =
    (query: Query): ThunkAction<Fetching, WithActiveRelease, StoreExtra, UnknownAction> =>
    (dispatch, getState, extra) => {
      const request = dispatch(fetch(query));
      prefetchedPages.add(extra, requestKey(extra, getState(), query), request);
      return request;
    };

  /** Returns true if the store has the prefetched page of a query. */
  const hasPrefetched =
    (query: Query): ThunkAction<boolean, WithActiveRelease, StoreExtra, UnknownAction> =>
    (_dispatch, getState, extra) =>
      prefetchedPages.find(extra, requestKey(extra, getState(), query))?.isLoaded === true;

  const stateKey = camelCase(name);
  return {
    declaration,
    stateKey,
    reducer: slice.reducer,
    clearError: slice.actions.clearError,
    fetch,
    fetchAhead: prefetchPage,
    hasFetchedAhead: hasPrefetched,
    add,
    update,
    remove,
    select: (state: object): State => (state as Record<string, State>)[stateKey] ?? initialState,
    types: { fetch: fetchPage, add, update, remove },
  };
}

export type ResourceSlice<R extends ResourceDeclaration> = ReturnType<typeof createResourceSlice<R>>;
