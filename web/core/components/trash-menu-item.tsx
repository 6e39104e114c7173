import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ResourceName } from '#contract/core/permissions';
import { permissionsToRestore } from '#contract/trash/trash';
import { useHasPermission } from './use-permission.ts';

/** A menu item that opens the deleted records of a kind. It is rendered only for users who can restore them. */
export function TrashMenuItem({ kind }: { readonly kind: ResourceName }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  if (!permissionsToRestore(kind).some(may)) return null;
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
