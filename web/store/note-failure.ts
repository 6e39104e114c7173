import type { UnknownAction } from '@reduxjs/toolkit';
import { type ApiFailure, sessionRequired } from '../api/api-error.ts';
import { activityNoted } from './activity-slice.ts';

/** All that a failure says, each sentence once. */
const textOf = ({ message, errors }: ApiFailure): string =>
  [...new Set([message, ...Object.values(errors ?? {})])].join(' ');

/** Puts a failure into the console and the activity log; an ended session speaks for itself, and what was given up is none. */
export function noteFailure(
  dispatch: (action: UnknownAction) => unknown,
  failure: ApiFailure,
  tried: string,
  details: { readonly cause?: unknown; readonly subject?: string | undefined } = {},
): void {
  if (failure.kind === 'aborted') return;
  console.error(tried, details.cause ?? failure);
  if (failure.code === sessionRequired) return;
  dispatch(activityNoted({ outcome: 'failure', tried, message: textOf(failure), subject: details.subject }));
}
