import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { changePreferences, selectPreferences } from '#web/core/store/preferences.ts';

/** Applies the appearance in the preferences of the account. */
export function useFollowedScheme(): void {
  const { setColorScheme } = useMantineColorScheme();
  const colorScheme = useAppSelector(selectPreferences)?.color_scheme;
  // Mantine returns a new function on each render, and each call recalculates the styles of the whole page twice.
  const follow = useEffectEvent(setColorScheme);
  useEffect(() => {
    if (colorScheme !== undefined) follow(colorScheme);
  }, [colorScheme]);
}

/**
 * Switches between light and dark, and stores the choice with the account. A choice equal to the device setting is stored as "follow the
 * device".
 */
export function useSchemeSwitch() {
  const dispatch = useAppDispatch();
  const { setColorScheme } = useMantineColorScheme();
  const colorScheme = useComputedColorScheme('light');
  const ofDevice = useMediaQuery('(prefers-color-scheme: dark)', false) ? 'dark' : 'light';
  const next = colorScheme === 'dark' ? ('light' as const) : ('dark' as const);
  const change = () => {
    const color_scheme = next === ofDevice ? 'auto' : next;
    setColorScheme(color_scheme);
    void dispatch(changePreferences({ color_scheme }));
  };
  return { next, change };
}
