import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { RecordName } from '#contract/core/record-types';
import type { ReleaseChange } from '#contract/releases/releases';
import { liveValue, releaseName, releaseOfAddress } from '#web/core/lib/release-address.ts';
import { selectActiveRelease, selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { addressOfPage, useAddress } from '../use-address.ts';
import { usePermission } from '../use-permission.ts';

/** Returns the release that the address selects. Users without the permission always see the live catalogue. */
export function useReleaseOfAddress(): number | undefined {
  const mayEdit = usePermission('releases:edit');
  const release = releaseOfAddress(useLocation().search);
  return mayEdit ? release : undefined;
}

/** Returns true while the user works in a release. Controls that write to the live catalogue are then not offered. */
export const useIsInRelease = (): boolean => useAppSelector(selectReleaseId) !== undefined;

/** Returns the name of the release in which the user works; undefined for the live catalogue. */
export function useReleaseName(): string | undefined {
  const { t } = useTranslation();
  const { id, release } = useAppSelector(selectActiveRelease);
  return id === undefined ? undefined : (release?.name ?? t('release.fallback'));
}

/** Returns a function that selects a release; undefined selects the live catalogue. The screen stays open. */
export function useReleaseSwitch(): (release: number | undefined, isCorrection?: boolean) => void {
  const { write } = useAddress();
  return useCallback(
    (release, isCorrection = false) =>
      write(
        { [releaseName]: release === undefined ? liveValue : String(release), ...addressOfPage(1) },
        { replace: isCorrection },
      ),
    [write],
  );
}

/** Returns a function that converts the message of a save or deletion. In a release it names the release. */
export function useSavedMessage(): (message: string) => string {
  const { t } = useTranslation();
  const name = useReleaseName();
  return (message) => (name === undefined ? message : t('release.saved', { name }));
}

/** Returns the label of the button that saves a record; undefined for that of the form. In a release it names the release. */
export function useSubmitLabel(): string | undefined {
  const { t } = useTranslation();
  const name = useReleaseName();
  return name === undefined ? undefined : t('release.saveTo', { name });
}

/** Returns the label of the button that confirms a deletion; undefined outside a release. */
export function useDeleteLabel(): string | undefined {
  const { t } = useTranslation();
  const name = useReleaseName();
  return name === undefined ? undefined : t('release.deleteIn', { name });
}

/** Returns the change of a record in the release; undefined if the release does not change it. */
export const useReleaseChange = (kind: RecordName, id: number): ReleaseChange | undefined =>
  useAppSelector((state) =>
    selectActiveRelease(state).changes.find((change) => change.kind === kind && change.record.id === id),
  );
