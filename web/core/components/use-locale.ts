import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectLocale } from '#web/core/store/preferences.ts';

/** How the signed-in user has times and numbers written. Words follow the language of the screens instead. */
export const useLocale = (): string => useAppSelector(selectLocale);
