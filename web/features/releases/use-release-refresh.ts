import { useEffect, useEffectEvent } from 'react';
import type { Release } from '#contract/releases/releases';
import { useApi } from '#web/core/api/api-context.ts';
import type { Read } from '#web/core/components/use-remote-read.ts';

const REFRESH_MS = 15_000;

const stateOf = ({ version, status, updated_at, change_count, comment_count }: Release): string =>
  [version, status, updated_at, change_count, comment_count].join(' ');

/**
 * Reads the release of a page again while the page is visible. Calls `onChange` when another user or the clock changed it. Errors are
 * ignored, since the page shows an earlier state.
 */
export function useReleaseRefresh(
  read: Read<Release>,
  release: Release | undefined,
  onChange: () => void,
): void {
  const client = useApi();
  const compare = useEffectEvent((current: Release) => {
    if (release && stateOf(release) !== stateOf(current)) onChange();
  });
  useEffect(() => {
    const controller = new AbortController();
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      read(client, controller.signal, () => undefined).then(compare, () => undefined);
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      controller.abort();
    };
  }, [client, read]);
}
