import { type ResourceName, permissionActions, productPermissionTypes } from '#contract/core/permissions';
import { recordTypes, resourceNames } from '#contract/core/record-types';
import { labelsOf } from '#contract/core/registry';

/** Returns a plural noun with a capital letter: `Story books`. */
const areaOf = (name: ResourceName): string => {
  const { plural } = recordTypes[name];
  return plural.charAt(0).toUpperCase() + plural.slice(1);
};

export const permissions = {
  permission: 'Permission',
  may: '{{what}}: {{kind}}',
  isException: 'Override',
  areas: Object.fromEntries(resourceNames.map((name) => [name, areaOf(name)])) as Record<
    ResourceName,
    string
  >,
  actions: labelsOf(permissionActions),
  /** The built-in role that may only delete. */
  deletesOnly: 'Can delete only',
  product: labelsOf(productPermissionTypes),
} as const;
