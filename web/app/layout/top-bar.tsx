import { IconHelp, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ReleaseSwitch } from '#web/features/releases/release-switch.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { BellMenu } from './bell-menu.tsx';
import type { CommandActions } from './command-entries.ts';
import { TopSearch } from './top-search.tsx';
import classes from './top-bar.module.css';
import { useSchemeSwitch } from './use-appearance.ts';
import { UserMenu } from './user-menu.tsx';

export interface TopBarProps extends CommandActions {
  readonly isNavigationOpen: boolean;
  readonly onOpenNavigation: () => void;
  readonly isHelpOpen: boolean;
  readonly onToggleHelp: () => void;
}

export function TopBar({
  isNavigationOpen,
  onOpenNavigation,
  isHelpOpen,
  onToggleHelp,
  openKeyboardShortcuts,
  openHelp,
}: TopBarProps) {
  const { t } = useTranslation();
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
      <TopSearch openKeyboardShortcuts={openKeyboardShortcuts} openHelp={openHelp} />
      <div className={classes['tools']}>
        <ReleaseSwitch />
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

/** Switches between light and dark. */
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
