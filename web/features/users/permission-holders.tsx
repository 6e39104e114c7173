import { Anchor, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { permissionHolders, roleEndpoints } from '#contract/users/roles';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { usePermissionName } from '#web/core/components/use-permission-name.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useRoleName } from '#web/core/components/use-role-name.ts';
import { listFormat } from '#web/core/lib/formats.ts';

const readHolders = readWholeList(roleEndpoints.permissions, permissionHolders);

/** Shows for one permission the number of users who have it, and the roles that grant it. */
export function PermissionHolders() {
  const { t, i18n } = useTranslation();
  const nameOf = usePermissionName();
  const roleName = useRoleName();
  const { value, apiError, retry } = useRemoteRead(readHolders, { attempted_action: t('roles.whoFailed') });
  const [chosen, setChosen] = useState('');
  const holders = value?.find(({ permission }) => permission === chosen) ?? value?.[0];
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value || !holders) return null;
  const roles = listFormat(i18n.language).format(holders.roles.map(({ name }) => roleName(name)));
  return (
    <Stack component="section" gap="xs" mt="xl" maw="32rem">
      <Title order={2} size="h4">
        {t('roles.who')}
      </Title>
      <NativeSelect
        label={t('roles.permission')}
        value={holders.permission}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={value.map(({ permission }) => ({ value: permission, label: nameOf(permission) }))}
      />
      <Text aria-live="polite">
        {t('roles.mayDo', { count: holders.user_count })}{' '}
        {roles === '' ? t('roles.throughNone') : t('roles.throughRoles', { roles })}
      </Text>
      {holders.user_count > 0 && (
        <Anchor component={Link} to={`/users?permission=${encodeURIComponent(holders.permission)}`}>
          {t('roles.show', { count: holders.user_count })}
        </Anchor>
      )}
    </Stack>
  );
}
