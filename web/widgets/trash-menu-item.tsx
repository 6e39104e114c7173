import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ResourceName } from '#contract/permissions';
import { permissionsToRestore } from '#contract/trash';
import { useAppSelector } from '../store/hooks.ts';
import { selectPermissions } from '../store/permissions.ts';

/** In the view menu of a list: the way to the deleted records of its kind, for those who may restore them. */
export function TrashMenuItem({ kind }: { readonly kind: ResourceName }) {
  const { t } = useTranslation();
  const permissions = useAppSelector(selectPermissions);
  if (!permissionsToRestore(kind).some((permission) => permissions.has(permission))) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        component={Link}
        to={`/trash?kind=${kind}`}
        leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
      >
        {t('trash.heading')}
      </Menu.Item>
    </>
  );
}
