import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';

/** `show` hands over what is there already, while more is on its way. */
export type Read<Value> = (
  client: ApiClient,
  signal: AbortSignal,
  show: (value: Value) => void,
) => Promise<Value>;

export interface RemoteRead<Value> {
  /** The result of this read; undefined while it is in progress and after it failed. */
  readonly value: Value | undefined;
  readonly isReading: boolean;
  readonly apiError: ApiErrorDetails | undefined;
  /** Reads again. */
  readonly retry: () => void;
}

interface Response<Value> {
  readonly read: Read<Value>;
  readonly turn: number;
  readonly isComplete: boolean;
  readonly value?: Value;
  readonly apiError?: ApiErrorDetails;
}

export interface RemoteReadOptions {
  /** The attempted action, as the activity log shows it; also the message of an error for which the server has none. */
  readonly attempted_action: string;
  readonly onFailed?: ((apiError: ApiErrorDetails) => void) | undefined;
}

/**
 * Reads from the server for a component that keeps the answer to itself. Every new `read` function is a new question, so it
 * must stay the same while what is asked does; undefined asks nothing. Late answers never take the place of newer ones, and a
 * component that goes takes its question back. Failures reach the console and the activity log.
 */
export function useRemoteRead<Value>(
  read: Read<Value> | undefined,
  { attempted_action, onFailed }: RemoteReadOptions,
): RemoteRead<Value> {
  const client = useApi();
  const dispatch = useAppDispatch();
  const [turn, setTurn] = useState(0);
  const [response, setResponse] = useState<Response<Value>>();
  const retry = useCallback(() => setTurn((before) => before + 1), []);

  const fail = useEffectEvent((error: unknown, failedRead: Read<Value>, ofTurn: number) => {
    const apiError = toApiErrorDetails(error, attempted_action);
    setResponse({ read: failedRead, turn: ofTurn, isComplete: true, apiError });
    recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
    onFailed?.(apiError);
  });

  useEffect(() => {
    if (!read) {
      // A question that is asked later is asked of the server again.
      setResponse(undefined);
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const show = (value: Value, isComplete = false) => {
      if (!signal.aborted) setResponse({ read, turn, isComplete, value });
    };
    read(client, signal, (value) => show(value)).then(
      (value) => show(value, true),
      (error: unknown) => {
        if (!signal.aborted && !isAborted(error)) fail(error, read, turn);
      },
    );
    return () => controller.abort();
  }, [client, read, turn]);

  const current = read && response?.read === read && response.turn === turn ? response : undefined;
  return {
    value: current?.value,
    isReading: read !== undefined && current?.isComplete !== true,
    apiError: current?.apiError,
    retry,
  };
}
