import { useTranslation } from 'react-i18next';
import { type Permission, isProductPermission, splitPermission } from '#contract/core/permissions';

/** Returns a function for the label of a permission: `Books: Edit`. */
export function usePermissionName(): (permission: Permission) => string {
  const { t } = useTranslation();
  return (permission) => {
    // Names of permissions contain a colon, which otherwise separates the namespace of a text.
    if (isProductPermission(permission))
      return t(`permissions.product.${permission}`, { nsSeparator: false });
    const { resource, action } = splitPermission(permission);
    return t('permissions.may', {
      what: t(`permissions.areas.${resource}`),
      kind: t(`permissions.actions.${action}`),
    });
  };
}
