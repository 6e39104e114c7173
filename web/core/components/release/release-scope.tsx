import { Fragment, type ReactNode, useLayoutEffect } from 'react';
import { releaseSelected, selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { useReleaseOfAddress } from './use-release.ts';

/**
 * Selects the release of the address before the screen inside is rendered. A switch mounts the screen again, so it reads and saves nothing
 * of another release.
 */
export function ReleaseScope({ children }: { readonly children: ReactNode }) {
  const dispatch = useAppDispatch();
  const release = useReleaseOfAddress();
  const selected = useAppSelector(selectReleaseId);
  useLayoutEffect(() => {
    if (release !== selected) dispatch(releaseSelected(release));
  }, [dispatch, release, selected]);
  return release === selected ? <Fragment key={release ?? 'live'}>{children}</Fragment> : null;
}
