import type { CustomField, CustomFieldType } from '#contract/custom-fields/custom-fields';
import { effectiveValues } from '#server/core/settings/effective';
import type { CurrentSettings, Settings } from '#server/core/settings/settings';

/** Returns constant settings: the defaults with these overrides. */
export function settingsOf({ custom_fields = [], ...overrides }: Partial<CurrentSettings> = {}): Settings {
  const GIBIBYTE = 1024 ** 3;
  const bounds = {
    fixedSettings: {},
    settingDefaults: {},
    maxImageBytes: GIBIBYTE,
    maxAudioBytes: GIBIBYTE,
  };
  const values = { ...effectiveValues(overrides, bounds), custom_fields };
  return {
    values: () => values,
    revision: () => 0,
    renew: async () => undefined,
    follow: () => () => undefined,
  };
}

/** Returns an optional custom field with a label like its key. */
export const customFieldOf = (key: string, type: CustomFieldType, id = 1): CustomField => ({
  id,
  key,
  label: key,
  type,
  choices: [],
  help: '',
  is_required: false,
  is_filter: false,
  version: 1,
});
