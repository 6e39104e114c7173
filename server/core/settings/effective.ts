import {
  type SettingKey,
  type SettingValues,
  declaredSettings,
  settingKeys,
} from '#contract/settings/declared';
import type { SettingSource } from '#contract/settings/settings';
import type { Config } from '#server/app/config';
import type { StoredSettings } from './rows.ts';

export type SettingBounds = Pick<
  Config,
  'fixedSettings' | 'settingDefaults' | 'maxImageBytes' | 'maxAudioBytes'
>;

/** Returns the maximum value that the environment allows for a setting. */
export function ceilingOf(key: SettingKey, bounds: SettingBounds): number | undefined {
  if (key === 'max_image_bytes') return bounds.maxImageBytes;
  if (key === 'max_audio_bytes') return bounds.maxAudioBytes;
  return undefined;
}

/** Returns the default value of a setting. */
export function defaultOf<Key extends SettingKey>(key: Key, bounds: SettingBounds): SettingValues[Key] {
  const initial = bounds.settingDefaults[key] ?? ceilingOf(key, bounds) ?? declaredSettings[key].initial;
  return initial as SettingValues[Key];
}

export function sourceOf(
  key: SettingKey,
  storedSettings: StoredSettings,
  { fixedSettings }: SettingBounds,
): SettingSource {
  if (fixedSettings[key] !== undefined) return 'environment';
  return storedSettings[key] === undefined ? 'default' : 'settings';
}

/** Returns the effective values: those of the environment, else the stored ones, else the defaults. */
export function effectiveValues(storedSettings: StoredSettings, bounds: SettingBounds): SettingValues {
  const values = settingKeys.map((key): [SettingKey, unknown] => {
    const value = bounds.fixedSettings[key] ?? storedSettings[key] ?? defaultOf(key, bounds);
    const ceiling = ceilingOf(key, bounds);
    return [key, ceiling === undefined ? value : Math.min(Number(value), ceiling)];
  });
  const effective = Object.fromEntries(values) as unknown as SettingValues;
  return { ...effective, provider_name: effective.provider_name || effective.product_name };
}
