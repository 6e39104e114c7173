import { type SettingValues, declaredSettings } from '#contract/settings/declared';

/** The settings that apply to sign-in. */
export type SignInRules = Pick<
  SettingValues,
  'session_hours' | 'idle_minutes' | 'two_factor' | 'sign_in_attempts' | 'sign_in_window_minutes'
>;

/** Returns the default values of these settings. */
export const usualRules = (): SignInRules => ({
  session_hours: declaredSettings.session_hours.initial,
  idle_minutes: declaredSettings.idle_minutes.initial,
  two_factor: declaredSettings.two_factor.initial,
  sign_in_attempts: declaredSettings.sign_in_attempts.initial,
  sign_in_window_minutes: declaredSettings.sign_in_window_minutes.initial,
});
