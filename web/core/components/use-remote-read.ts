import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';

/** Reads a value. `show` displays a partial result while the rest is loading. */
export type Read<Value> = (
  client: ApiClient,
  signal: AbortSignal,
  show: (value: Value) => void,
) => Promise<Value>;

export interface RemoteRead<Value> {
  /** The result of this read; undefined while it is running and after an error. */
  readonly value: Value | undefined;
  readonly isReading: boolean;
  readonly apiError: ApiErrorDetails | undefined;
  /** Reads again. */
  readonly retry: () => void;
}

interface Response<Value> {
  readonly read: Read<Value>;
  readonly requestNumber: number;
  readonly isComplete: boolean;
  readonly value?: Value;
  readonly apiError?: ApiErrorDetails;
}

export interface RemoteReadOptions {
  /** The attempted action, as Recent activity shows it. Also the error message if the server sends none. */
  readonly attempted_action: string;
  readonly onFailed?: ((apiError: ApiErrorDetails) => void) | undefined;
}

/**
 * Reads from the server for one component. Each new `read` function starts a new request, so it must be stable. Undefined sends none. Late
 * responses are ignored, and unmounting aborts the request. Errors are logged and added to Recent activity.
 */
export function useRemoteRead<Value>(
  read: Read<Value> | undefined,
  { attempted_action, onFailed }: RemoteReadOptions,
): RemoteRead<Value> {
  const client = useApi();
  const dispatch = useAppDispatch();
  const [requestNumber, setRequestNumber] = useState(0);
  const [response, setResponse] = useState<Response<Value>>();
  const retry = useCallback(() => setRequestNumber((before) => before + 1), []);

  const fail = useEffectEvent((error: unknown, failedRead: Read<Value>, ofRequest: number) => {
    const apiError = toApiErrorDetails(error, attempted_action);
    setResponse({ read: failedRead, requestNumber: ofRequest, isComplete: true, apiError });
    recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
    onFailed?.(apiError);
  });

  useEffect(() => {
    if (!read) {
      // The value is cleared, so a later read requests it again.
      setResponse(undefined);
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const show = (value: Value, isComplete = false) => {
      if (!signal.aborted) setResponse({ read, requestNumber, isComplete, value });
    };
    read(client, signal, (value) => show(value)).then(
      (value) => show(value, true),
      (error: unknown) => {
        if (!signal.aborted && !isAborted(error)) fail(error, read, requestNumber);
      },
    );
    return () => controller.abort();
  }, [client, read, requestNumber]);

  const current =
    read && response?.read === read && response.requestNumber === requestNumber ? response : undefined;
  return {
    value: current?.value,
    isReading: read !== undefined && current?.isComplete !== true,
    apiError: current?.apiError,
    retry,
  };
}
