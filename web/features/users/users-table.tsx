import { Anchor, Avatar, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { UserEntry } from '#contract/users/users';
import { ageOf } from '#web/core/lib/age.ts';
import { DataCell, DataRow, DataTable, TwoLines } from '#web/ui/data-table.tsx';
import { EditAction } from '#web/ui/row-actions.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useRoleName } from '#web/core/components/use-role-name.ts';
import type { UserAction } from './use-user-actions.ts';
import { StatusBadge } from './status-badge.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './users-table.module.css';

export interface UsersTableProps {
  readonly users: readonly UserEntry[];
  readonly onEdit: (user: UserEntry) => void;
  readonly onAction: (user: UserEntry, action: UserAction) => void;
}

export function UsersTable({ users, onEdit, onAction }: UsersTableProps) {
  const { t, i18n } = useTranslation();
  const roleName = useRoleName();
  const [now] = useState(Date.now);
  const label = {
    name: t('users.name'),
    role: t('users.role'),
    state: t('users.state'),
    lastSeen: t('users.lastSeen'),
    sessions: t('users.sessions'),
    actions: t('users.actions'),
  };
  return (
    <DataTable columns={Object.values(label)} rowsFrom={52}>
      {users.map((user) => (
        <DataRow key={user.id}>
          <DataCell label={label.name} kind="title">
            <Group gap="sm" wrap="nowrap" className={classes['person'] ?? ''}>
              <Avatar src={user.avatar} size={32} alt="" />
              <TwoLines>
                <Anchor component={Link} to={`/users/${user.id}`} inherit className={classes['name'] ?? ''}>
                  <ClampedText isName>{user.name}</ClampedText>
                </Anchor>
                <Text component="div" size="sm" c="dimmed" className={classes['email'] ?? ''}>
                  {user.email}
                </Text>
              </TwoLines>
            </Group>
          </DataCell>
          <DataCell label={label.role}>
            <TwoLines>
              <div>{roleName(user.role.name)}</div>
              <Exceptions user={user} />
            </TwoLines>
          </DataCell>
          <DataCell label={label.state}>
            <StatusBadge state={user.state} />
          </DataCell>
          <DataCell label={label.lastSeen} kind="number">
            {user.last_seen_at === null ? t('users.never') : ageOf(user.last_seen_at, now, i18n)}
          </DataCell>
          <DataCell label={label.sessions} kind="number">
            {user.session_count}
          </DataCell>
          <DataCell label={label.actions} kind="actions">
            <EditAction label={t('users.edit', { name: user.name })} onClick={() => onEdit(user)} />
            <UserMenu user={user} onAction={(action) => onAction(user, action)} />
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

function Exceptions({ user }: { readonly user: UserEntry }) {
  const { t } = useTranslation();
  const count = user.added.length + user.removed.length;
  const text = user.is_primary_admin
    ? t('users.primaryAdmin')
    : count > 0
      ? t('users.exceptions', { count })
      : '';
  return text === '' ? null : (
    <Text component="div" size="sm" c="dimmed">
      {text}
    </Text>
  );
}
