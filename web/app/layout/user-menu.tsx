import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { logout, selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { forgetReturnUrl } from '../return-url.ts';
import classes from './top-bar.module.css';

const ProfilePanel = createLazyComponent(async () => (await import('./profile-panel.tsx')).ProfilePanel);

/** The signed-in user, with links to the profile and the sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const target = useRef<HTMLButtonElement>(null);
  const dispatch = useAppDispatch();
  const { user } = useAppSelector(selectAuth);
  const [isProfileOpen, { open, close }] = useDisclosure(false);
  const [hasOpened, setHasOpened] = useState(false);
  const showProfile = () => {
    setHasOpened(true);
    open();
  };
  const leave = () => {
    // After a sign-out there is no screen to return to.
    forgetReturnUrl();
    dispatch(logout());
  };
  const name = user?.name.trim() || t('layout.userFallback');
  const avatar = user?.avatar ?? null;
  return (
    <>
      {/* A sidebar that expands or collapses moves the bar, but not the window. */}
      <Menu position="bottom-end" width={240} floatingStrategy="fixed">
        <Menu.Target>
          <UnstyledButton
            ref={target}
            className={classes['account'] ?? ''}
            aria-label={t('layout.accountMenu', { name })}
          >
            <Avatar src={avatar} size={32} alt="" />
            <span className={classes['accountName']}>{name}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes['accountHead']}>
            <Avatar src={avatar} size={24} alt="" />
            <div>
              <Text fw={600} truncate>
                {name}
              </Text>
              <Text size="sm" c="dimmed" truncate>
                {user?.email}
              </Text>
            </div>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.7} />} onClick={showProfile}>
            {t('layout.profile')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={leave}>
            {t('layout.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {hasOpened && (
        <ProfilePanel
          returnTo={target}
          isOpen={isProfileOpen}
          onClose={close}
          name={name}
          email={user?.email}
          avatar={avatar}
        />
      )}
    </>
  );
}
