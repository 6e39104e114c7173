import type { UnknownAction } from '@reduxjs/toolkit';
import { type ApiErrorDetails, sessionRequired } from '#web/core/api/api-error.ts';
import { notificationAdded } from './notifications.slice.ts';

/** Returns all messages of an error, each once. */
const textOf = ({ message, errors }: ApiErrorDetails): string =>
  [...new Set([message, ...Object.values(errors ?? {})])].join(' ');

/** Logs an error and adds it to Recent activity, except for ended sessions and aborted requests. */
export function recordError(
  dispatch: (action: UnknownAction) => unknown,
  {
    apiError,
    attempted_action,
    details = {},
  }: {
    readonly apiError: ApiErrorDetails;
    readonly attempted_action: string;
    readonly details?: { readonly cause?: unknown; readonly subject?: string | undefined };
  },
): void {
  if (apiError.kind === 'aborted') return;
  console.error(attempted_action, details.cause ?? apiError);
  if (apiError.code === sessionRequired) return;
  dispatch(
    notificationAdded({
      outcome: 'failure',
      attempted_action,
      message: textOf(apiError),
      subject: details.subject,
    }),
  );
}
