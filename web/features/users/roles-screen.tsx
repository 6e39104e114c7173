import { Anchor, Badge, Group } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Role, role, roleEndpoints, roleMessages } from '#contract/users/roles';
import { allPermissions } from '#contract/core/permissions';
import { BackLink } from '#web/core/components/back-link.tsx';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { ListCard } from '#web/ui/list-card.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useRoleName } from '#web/core/components/use-role-name.ts';
import { ManagersOnly } from './managers-only.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { PermissionHolders } from './permission-holders.tsx';

const readRoles = readWholeList(roleEndpoints.list, role);

/** The roles with their permissions, and the users by permission. */
export function RolesScreen() {
  return (
    <ManagersOnly>
      <Roles />
    </ManagersOnly>
  );
}

function Roles() {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const { value, isReading, apiError, retry } = useRemoteRead(readRoles, {
    attempted_action: t('roles.fetchFailed'),
  });
  const roles = useLastDefined(value);
  const [edited, setEdited] = useState<EditorTarget<Role>>();
  const [selectedRole, setSelectedRole] = useState<Role>();
  const [requestNumber, setRequestNumber] = useState(0);
  const currentRole = useLastDefined(selectedRole);
  const title = useRef<HTMLHeadingElement>(null);

  const onDone = useCallback(
    (message: string) => {
      toast('success', message);
      retry();
      setRequestNumber((before) => before + 1);
      title.current?.focus();
    },
    [toast, retry],
  );
  const remove = async ({ id }: Role) => {
    setSelectedRole(undefined);
    const { method, path } = roleEndpoints.remove;
    try {
      await client.call({ method, path: path.replace(':id', String(id)) });
      onDone(roleMessages.deleted);
    } catch (error) {
      toast('error', toApiErrorDetails(error, t('roles.deleteFailed')).message);
    }
  };

  return (
    <>
      <BackLink to="/users">{t('roles.back')}</BackLink>
      <ScreenHeader
        title={t('roles.heading')}
        titleRef={title}
        add={{ label: t('roles.add'), onClick: () => setEdited({ item: undefined }) }}
      ></ScreenHeader>
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && (
        <ListCard
          label={t('roles.heading')}
          hasLoaded={roles !== undefined}
          isFetching={isReading}
          isEmpty={false}
          empty={null}
        >
          <RolesTable roles={roles ?? []} onEdit={(item) => setEdited({ item })} onDelete={setSelectedRole} />
        </ListCard>
      )}
      <PermissionHolders key={requestNumber} />
      <RoleDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => onDone(isNew ? roleMessages.created : roleMessages.updated)}
      />
      <ConfirmDialog
        opened={selectedRole !== undefined}
        title={t('roles.deleteTitle', { name: currentRole?.name ?? '' })}
        text={t('roles.deleteText')}
        confirm={t('roles.deleteAction')}
        cancel={t('ui.cancel')}
        onConfirm={() => selectedRole && void remove(selectedRole)}
        onCancel={() => setSelectedRole(undefined)}
      />
    </>
  );
}

interface RolesTableProps {
  readonly roles: readonly Role[];
  readonly onEdit: (role: Role) => void;
  readonly onDelete: (role: Role) => void;
}

function RolesTable({ roles, onEdit, onDelete }: RolesTableProps) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const label = {
    name: t('roles.name'),
    permissions: t('roles.permissions'),
    twoFactor: t('roles.twoFactor'),
    users: t('roles.users'),
    actions: t('roles.actions'),
  };
  const extent = ({ permissions: { length } }: Role) =>
    length === 0
      ? t('roles.none')
      : length === allPermissions.length
        ? t('roles.all')
        : t('roles.count', { count: length });
  return (
    <DataTable columns={Object.values(label)} rowsFrom={40}>
      {roles.map((item) => (
        <DataRow key={item.id}>
          <DataCell label={label.name} kind="title">
            <Group gap="xs" align="center">
              <ClampedText isName>{roleName(item.name)}</ClampedText>
              {item.is_built_in && (
                <Badge variant="light" color="gray" miw="max-content">
                  {t('roles.builtIn')}
                </Badge>
              )}
            </Group>
          </DataCell>
          <DataCell label={label.permissions}>{extent(item)}</DataCell>
          <DataCell label={label.twoFactor}>
            {t(item.requires_two_factor ? 'roles.required' : 'roles.notRequired')}
          </DataCell>
          <DataCell label={label.users} kind="number">
            {item.user_count === 0 ? (
              0
            ) : (
              <Anchor
                component={Link}
                to={`/users?role_id=${item.id}`}
                display="inline-block"
                miw="var(--lectern-target)"
                aria-label={t('roles.usersOf', { count: item.user_count, name: roleName(item.name) })}
              >
                {item.user_count}
              </Anchor>
            )}
          </DataCell>
          <DataCell label={label.actions} kind="actions">
            <EditAction label={t('roles.edit', { name: roleName(item.name) })} onClick={() => onEdit(item)} />
            {!item.is_built_in && (
              <DeleteAction
                label={t('roles.delete', { name: roleName(item.name) })}
                deletion={undefined}
                onClick={() => onDelete(item)}
              />
            )}
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}
