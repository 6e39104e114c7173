import { Avatar, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createIdleComponent, createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { logout, selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { forgetReturnUrl } from '../return-url.ts';
import classes from './top-bar.module.css';

const ProfilePanel = createLazyComponent(async () => (await import('./profile-panel.tsx')).ProfilePanel);

const UserMenuItems = createIdleComponent(async () => (await import('./user-menu-items.tsx')).UserMenuItems);

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
      <MenuButton
        button={target}
        position="bottom-end"
        width={240}
        floatingStrategy="fixed"
        renderButton={(buttonProps) => (
          <UnstyledButton
            {...buttonProps}
            className={classes['account'] ?? ''}
            aria-label={t('layout.accountMenu', { name })}
          >
            <Avatar src={avatar} size={32} alt="" />
            <span className={classes['accountName']}>{name}</span>
          </UnstyledButton>
        )}
      >
        {() => (
          <UserMenuItems
            name={name}
            email={user?.email}
            avatar={avatar}
            onShowProfile={showProfile}
            onLeave={leave}
          />
        )}
      </MenuButton>
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
