import { Menu } from '@mantine/core';
import {
  IconDots,
  IconKey,
  IconLogout,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '#contract/users/users';
import { IconAction } from '#web/ui/icon-action.tsx';
import type { UserAction } from './use-user-actions.ts';

const icon = { size: 16, stroke: 1.7 } as const;

/** The actions on an account, except editing. */
export function UserMenu({
  user,
  onAction,
}: {
  readonly user: UserEntry;
  readonly onAction: (action: UserAction) => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <IconAction
          label={t('users.more', { name: user.name })}
          tooltip={t('users.actions')}
          icon={<IconDots size={18} stroke={1.7} />}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {user.state !== 'suspended' && (
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => onAction('makeLink')}>
            {t(user.state === 'invited' ? 'users.makeInvitation' : 'users.makePasswordLink')}
          </Menu.Item>
        )}
        {user.session_count > 0 && (
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => onAction('signOut')}>
            {t('users.signOut')}
          </Menu.Item>
        )}
        {user.has_two_factor && (
          <Menu.Item leftSection={<IconShieldOff {...icon} />} onClick={() => onAction('resetTwoFactor')}>
            {t('users.resetTwoFactor')}
          </Menu.Item>
        )}
        {user.state === 'suspended' ? (
          <Menu.Item leftSection={<IconUserCheck {...icon} />} onClick={() => onAction('restore')}>
            {t('users.restore')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconUserOff {...icon} />} onClick={() => onAction('suspend')}>
            {t('users.suspend')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onAction('remove')}>
          {t('users.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
