import type { SettingValues } from '#contract/settings/declared';
import { effectiveValues } from '#server/core/settings/effective';
import type { Settings } from '#server/core/settings/settings';

/** Returns constant settings: the defaults with these overrides. */
export function settingsOf(overrides: Partial<SettingValues> = {}): Settings {
  const GIBIBYTE = 1024 ** 3;
  const values = effectiveValues(overrides, {
    fixedSettings: {},
    settingDefaults: {},
    maxImageBytes: GIBIBYTE,
    maxAudioBytes: GIBIBYTE,
  });
  return {
    values: () => values,
    revision: () => 0,
    renew: async () => undefined,
    follow: () => () => undefined,
  };
}
