import { capitalise } from '#contract/core/capitalise';
import { type ResourceName, permissionActions, productPermissionTypes } from '#contract/core/permissions';
import { recordTypes, resourceNames } from '#contract/core/record-types';
import { labelsOf } from '#contract/core/registry';

export const permissions = {
  permission: 'Permission',
  may: '{{what}}: {{kind}}',
  isException: 'Override',
  areas: Object.fromEntries(
    resourceNames.map((name) => [name, capitalise(recordTypes[name].plural)]),
  ) as Record<ResourceName, string>,
  actions: labelsOf(permissionActions),
  /** The built-in role that may only delete. */
  deletesOnly: 'Can delete only',
  product: labelsOf(productPermissionTypes),
} as const;
