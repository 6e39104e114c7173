import {
  type SettingSection,
  declaredSettings,
  keysOfSection,
  settingSections,
} from '#contract/settings/declared';
import type { SectionResponse, Setting } from '#contract/settings/settings';

/** Returns the settings of a section with their defaults. */
export function fakeSection(
  section: SettingSection,
  version: number,
  overrides: Record<string, Partial<Setting>>,
): SectionResponse {
  const settings = keysOfSection(section).map((key) => {
    const {
      initial,
      reason,
      unit = null,
    } = declaredSettings[key] as { initial: unknown; reason: string; unit?: string };
    const setting = {
      value: initial,
      default: initial,
      unit,
      reason,
      from: 'default',
      is_writable: true,
      variable: null,
    };
    return [key, { ...setting, ...overrides[key] }];
  });
  return { version, settings: Object.fromEntries(settings) as SectionResponse['settings'] };
}

/** Returns the settings of all sections. */
export const fakeSettings = (settings: Record<string, Partial<Setting>> = {}) =>
  Object.fromEntries(settingSections.map((section) => [section, fakeSection(section, 7, settings)]));
