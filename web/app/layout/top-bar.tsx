import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHelp, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import { KeyNames } from '#web/ui/key-name.tsx';
import { BellMenu } from './bell-menu.tsx';
import { TopSearch } from './top-search.tsx';
import classes from './top-bar.module.css';
import { useSchemeSwitch } from './use-appearance.ts';
import { UserMenu } from './user-menu.tsx';

export interface TopBarProps {
  readonly isNavigationOpen: boolean;
  readonly onOpenNavigation: () => void;
  readonly onOpenCommandMenu: () => void;
  readonly isHelpOpen: boolean;
  readonly onToggleHelp: () => void;
  /** The button is pointed at or has the focus. */
  readonly onApproachCommandMenu: () => void;
}

export function TopBar({
  isNavigationOpen,
  onOpenNavigation,
  onOpenCommandMenu,
  isHelpOpen,
  onToggleHelp,
  onApproachCommandMenu,
}: TopBarProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <header className={classes['bar']}>
      <IconAction
        className={classes['burger'] ?? ''}
        color="gray"
        size="lg"
        label={t('layout.openNavigation')}
        icon={<IconMenu2 size={20} stroke={1.7} />}
        aria-expanded={isNavigationOpen}
        onClick={onOpenNavigation}
      />
      <TopSearch {...(isPhone && { onOpenCommandMenu })} />
      {!isPhone && (
        <UnstyledButton
          className={classes['palette'] ?? ''}
          data-tooltip={t('keys.palette')}
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={onApproachCommandMenu}
          onFocus={onApproachCommandMenu}
          onClick={onOpenCommandMenu}
        >
          <VisuallyHidden>{t('keys.openPalette')}</VisuallyHidden>
          <span aria-hidden="true">
            <KeyNames keys={['mod', 'K']} />
          </span>
        </UnstyledButton>
      )}
      <div className={classes['tools']}>
        <IconAction
          color="gray"
          size="lg"
          label={t('help.open')}
          icon={<IconHelp size={19} stroke={1.7} />}
          aria-expanded={isHelpOpen}
          onClick={onToggleHelp}
        />
        <AppearanceSwitch />
        <BellMenu />
        <UserMenu />
      </div>
    </header>
  );
}

/** Light or dark. */
function AppearanceSwitch() {
  const { t } = useTranslation();
  const { next, change } = useSchemeSwitch();
  return (
    <IconAction
      color="gray"
      size="lg"
      label={t(next === 'dark' ? 'layout.useDark' : 'layout.useLight')}
      icon={next === 'dark' ? <IconMoon size={19} stroke={1.7} /> : <IconSun size={19} stroke={1.7} />}
      onClick={change}
    />
  );
}
