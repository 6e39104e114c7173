import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { changePreferences, selectPreferences } from '#web/core/store/preferences.ts';

/** Shows the screens as the account likes them. */
export function useFollowedScheme(): void {
  const { setColorScheme } = useMantineColorScheme();
  const liked = useAppSelector(selectPreferences)?.color_scheme;
  // The function is another one each time, and every call has the browser work out the styles of the whole page anew, twice.
  const follow = useEffectEvent(setColorScheme);
  useEffect(() => {
    if (liked !== undefined) follow(liked);
  }, [liked]);
}

/** The other one of light and dark, kept with the account. What equals the device's own choice is kept as "follow the device". */
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
