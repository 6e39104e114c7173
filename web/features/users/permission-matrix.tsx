import { Checkbox, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Permission, productPermissions, resourceNames } from '#contract/permissions';
import classes from './permission-matrix.module.css';

const kinds = ['edit', 'delete'] as const;
const wordOf = { 'users:manage': 'manageUsers', 'settings:edit': 'editSettings' } as const;

export interface PermissionMatrixProps {
  readonly granted: ReadonlySet<Permission>;
  /** What the role gives: whatever differs from it is marked. */
  readonly ofRole?: ReadonlySet<Permission> | undefined;
  readonly isReadOnly?: boolean;
  readonly onChange: (permission: Permission, isGranted: boolean) => void;
}

/** What somebody may do: resources by edit and delete, and the permissions of the product itself. */
export function PermissionMatrix({ granted, ofRole, isReadOnly = false, onChange }: PermissionMatrixProps) {
  const { t } = useTranslation();
  const isException = (permission: Permission) =>
    ofRole !== undefined && granted.has(permission) !== ofRole.has(permission);
  const box = (permission: Permission, name: string) => (
    <Checkbox
      aria-label={isException(permission) ? `${name} (${t('users.isException')})` : name}
      checked={granted.has(permission)}
      disabled={isReadOnly}
      data-exception={isException(permission)}
      classNames={{ input: classes['input'] ?? '' }}
      onChange={(event) => onChange(permission, event.currentTarget.checked)}
    />
  );
  return (
    <Table className={classes['matrix'] ?? ''} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('users.permission')}</Table.Th>
          <Table.Th scope="col">{t('users.mayEdit')}</Table.Th>
          <Table.Th scope="col">{t('users.mayDelete')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {resourceNames.map((name) => {
          const what = t(`users.areas.${name}`);
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{what}</Table.Th>
              {kinds.map((kind) => (
                <Table.Td key={kind}>
                  {box(
                    `${name}:${kind}`,
                    t('users.may', { what, kind: t(kind === 'edit' ? 'users.mayEdit' : 'users.mayDelete') }),
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          );
        })}
        {productPermissions.map((permission) => (
          <Table.Tr key={permission}>
            <Table.Th scope="row">
              <Text span size="sm">
                {t(`users.product.${wordOf[permission]}`)}
              </Text>
            </Table.Th>
            <Table.Td colSpan={2}>{box(permission, t(`users.product.${wordOf[permission]}`))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
