import { useTranslation } from 'react-i18next';
import { type Permission, resourceNames } from '#contract/core/permissions';

const actionLabels = {
  'users:manage': 'manageUsers',
  'settings:edit': 'editSettings',
  'reports:read': 'readReports',
} as const;

const isOfProduct = (permission: Permission): permission is keyof typeof actionLabels =>
  Object.hasOwn(actionLabels, permission);

/** Returns a function for the label of a permission: `Books: Edit`. */
export function usePermissionName(): (permission: Permission) => string {
  const { t } = useTranslation();
  return (permission) => {
    if (isOfProduct(permission)) return t(`permissions.product.${actionLabels[permission]}`);
    const area = resourceNames.find((name) => permission.startsWith(`${name}:`)) ?? 'books';
    return t('permissions.may', {
      what: t(`permissions.areas.${area}`),
      kind: t(permission.endsWith(':edit') ? 'permissions.edit' : 'permissions.delete'),
    });
  };
}
