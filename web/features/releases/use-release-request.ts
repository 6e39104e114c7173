import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Endpoint, pathOf } from '#contract/core/define-resource';
import { release as releaseSchema, type Release } from '#contract/releases/releases';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';

export interface ReleaseRequest {
  readonly endpoint: Endpoint;
  /** The message of a success. */
  readonly done: string;
  readonly json?: object;
  /** The change of the release in the path. */
  readonly change?: number;
  /** Undoes the request. The response must contain the release. */
  readonly undo?: ((changedRelease: Release) => void) | undefined;
  /** The comment in the path. */
  readonly comment?: number;
  /** Shows the error. The default is a toast. */
  readonly onError?: (apiError: ApiErrorDetails) => void;
}

/** Returns a function that sends a request about a release, reports its result and returns true after a success. */
export function useSendReleaseRequest(onDone: () => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  return async (
    release: Release,
    { endpoint, done, json, change, comment, undo, onError }: ReleaseRequest,
  ): Promise<boolean> => {
    try {
      const path = pathOf(endpoint, release.id)
        .replace(':change', String(change))
        .replace(':comment', String(comment));
      const response = await client.call({ method: endpoint.method, path, ...(json && { json }) });
      dispatch(notificationAdded({ outcome: 'success', message: done, subject: release.name }));
      toast('success', done, undo && { undo: () => undo(releaseSchema.parse(readData(response))) });
      onDone();
      return true;
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('releases.actionFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('releases.actionFailed'),
        details: { cause: error, subject: release.name },
      });
      if (onError) onError(apiError);
      else toast('error', apiError.message);
      // The release may have been changed by someone else.
      if (apiError.status === 409) onDone();
      return false;
    }
  };
}

/** Sends requests about one release. Concurrent requests are ignored. */
export function useReleaseRequest(release: Release, onDone: () => void) {
  const sendOnce = useSendReleaseRequest(onDone);
  const [isBusy, setBusy] = useState(false);
  /** @returns true after a success */
  const send = async (request: ReleaseRequest): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    try {
      return await sendOnce(release, request);
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
