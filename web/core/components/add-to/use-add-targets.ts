import type { ResourceName } from '#contract/core/permissions';
import { type AddTarget, targetsOf } from '#web/core/lib/add-targets.ts';
import { useHasPermission } from '../use-permission.ts';

/** Returns the targets that the user may add records of a kind to. */
export function useAddTargets(kind: ResourceName): AddTarget[] {
  const may = useHasPermission();
  return targetsOf(kind)
    .filter(({ edited }) => edited.some((resource) => may(`${resource}:edit`)))
    .map(({ target }) => target);
}
