import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Permission, productPermissions, resourceNames } from '#contract/core/permissions';
import { SelectBox } from '#web/ui/select-box.tsx';
import { usePermissionName } from './use-permission-name.ts';
import classes from './permission-matrix.module.css';

const kinds = ['edit', 'delete'] as const;
export interface PermissionMatrixProps {
  readonly granted: ReadonlySet<Permission>;
  /** The permissions of the role. Differences from it are marked. */
  readonly ofRole?: ReadonlySet<Permission> | undefined;
  /** The permissions that can be granted. Default: all. */
  readonly offered?: ReadonlySet<Permission> | undefined;
  readonly isReadOnly?: boolean;
  readonly onChange: (permission: Permission, isGranted: boolean) => void;
}

/** The permissions of a user or role: edit and delete per resource, and permissions of the whole product. */
export function PermissionMatrix({
  granted,
  ofRole,
  offered,
  isReadOnly = false,
  onChange,
}: PermissionMatrixProps) {
  const { t } = useTranslation();
  const nameOf = usePermissionName();
  const isException = (permission: Permission) =>
    ofRole !== undefined && granted.has(permission) !== ofRole.has(permission);
  const box = (permission: Permission, name: string) => (
    <SelectBox
      aria-label={isException(permission) ? `${name} (${t('permissions.isException')})` : name}
      checked={granted.has(permission)}
      disabled={isReadOnly || offered?.has(permission) === false}
      data-exception={isException(permission)}
      classNames={{ input: classes['input'] ?? '' }}
      onChange={(event) => onChange(permission, event.currentTarget.checked)}
    />
  );
  return (
    <Table className={classes['matrix'] ?? ''} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('permissions.permission')}</Table.Th>
          <Table.Th scope="col">{t('permissions.actions.edit')}</Table.Th>
          <Table.Th scope="col">{t('permissions.actions.delete')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {resourceNames.map((name) => {
          const what = t(`permissions.areas.${name}`);
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{what}</Table.Th>
              {kinds.map((kind) => (
                <Table.Td key={kind}>{box(`${name}:${kind}`, nameOf(`${name}:${kind}`))}</Table.Td>
              ))}
            </Table.Tr>
          );
        })}
        {productPermissions.map((permission) => (
          <Table.Tr key={permission}>
            <Table.Th scope="row">
              <Text span size="sm">
                {nameOf(permission)}
              </Text>
            </Table.Th>
            <Table.Td colSpan={2}>{box(permission, nameOf(permission))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
