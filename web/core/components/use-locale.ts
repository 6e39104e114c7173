import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectLocale } from '#web/core/store/preferences.ts';

/** Returns the locale of times and numbers that the signed-in user has chosen. Texts follow the language of the interface instead. */
export const useLocale = (): string => useAppSelector(selectLocale);
