import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BellMenu } from './bell-menu.tsx';
import { TopSearch } from './top-search.tsx';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

export interface TopBarProps {
  readonly isNavigationOpen: boolean;
  readonly onOpenNavigation: () => void;
}

export function TopBar({ isNavigationOpen, onOpenNavigation }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <header className={classes['bar']}>
      <ActionIcon
        className={classes['burger'] ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('layout.openNavigation')}
        aria-expanded={isNavigationOpen}
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={20} stroke={1.7} />
      </ActionIcon>
      <TopSearch />
      <div className={classes['tools']}>
        <AppearanceSwitch />
        <BellMenu />
        <UserMenu />
      </div>
    </header>
  );
}

/** Light or dark. What equals the system's own choice is kept as "follow the system". */
function AppearanceSwitch() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const ofSystem = useMediaQuery('(prefers-color-scheme: dark)', false) ? 'dark' : 'light';
  const next = shown === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(next === 'dark' ? 'layout.useDark' : 'layout.useLight')}
      onClick={() => setColorScheme(next === ofSystem ? 'auto' : next)}
    >
      {next === 'dark' ? <IconMoon size={19} stroke={1.7} /> : <IconSun size={19} stroke={1.7} />}
    </ActionIcon>
  );
}
