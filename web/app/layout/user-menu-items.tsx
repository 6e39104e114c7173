import { Avatar, Menu, Text } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './top-bar.module.css';

export interface UserMenuItemsProps {
  readonly name: string;
  readonly email: string | undefined;
  readonly avatar: string | null;
  readonly onShowProfile: () => void;
  readonly onLeave: () => void;
}

/** The items of the menu of the account. */
export function UserMenuItems({ name, email, avatar, onShowProfile, onLeave }: UserMenuItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes['accountHead']}>
        <Avatar src={avatar} size={24} alt="" />
        <div>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {email}
          </Text>
        </div>
      </div>
      <Menu.Divider />
      <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.7} />} onClick={onShowProfile}>
        {t('layout.profile')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={onLeave}>
        {t('layout.logout')}
      </Menu.Item>
    </>
  );
}
