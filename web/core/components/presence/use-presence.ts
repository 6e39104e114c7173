import { useEffect, useState } from 'react';
import {
  type OpenRecord,
  type Presence,
  presence,
  presenceEndpoints,
  presenceLimits,
} from '#contract/presence/presence';
import { useApi } from '#web/core/api/api-context.ts';
import { ApiError } from '#web/core/api/api-error.ts';
import { type ApiClient, readData } from '#web/core/api/client.ts';

export interface RecordPresence {
  /** The other users who have the record open. */
  readonly users: Presence['users'];
  /** The current version of the record; undefined until it is known. */
  readonly version: number | undefined;
  /** True if the record was deleted. */
  readonly isDeleted: boolean;
}

const nothingKnown: RecordPresence = { users: [], version: undefined, isDeleted: false };

/** Reports that a record is open. @returns undefined if the report failed, which has no consequences for the user */
async function report(
  client: ApiClient,
  record: OpenRecord,
  signal: AbortSignal,
): Promise<RecordPresence | undefined> {
  try {
    const response = await client.call({ ...presenceEndpoints.report, json: record, signal });
    const { users, version } = presence.parse(readData(response));
    return { users, version, isDeleted: false };
  } catch (error) {
    const isDeleted = error instanceof ApiError && error.status === 404;
    return isDeleted ? { ...nothingKnown, isDeleted } : undefined;
  }
}

/** Reports that a record is open while the page is visible, and returns the other users and the current version. */
export function usePresence(kind: OpenRecord['kind'], id: number): RecordPresence {
  const client = useApi();
  const [known, setKnown] = useState(nothingKnown);

  useEffect(() => {
    const record: OpenRecord = { kind, id };
    const controller = new AbortController();
    const { signal } = controller;
    const update = async () => {
      if (document.visibilityState === 'hidden') return;
      const next = await report(client, record, signal);
      if (next && !signal.aborted) setKnown(next);
    };
    void update();
    const timer = setInterval(() => void update(), presenceLimits.reportSeconds * 1_000);
    const onVisible = () => void update();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      controller.abort();
      client.call({ ...presenceEndpoints.leave, json: record }).catch(() => undefined);
    };
  }, [client, kind, id]);

  return known;
}
