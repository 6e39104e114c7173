import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { type SettingKey, type SettingSection, declaredSettings, keysOfSection } from './declared.ts';

/** Sources of the value of a setting. */
export const settingSources = ['default', 'settings', 'environment'] as const;
export type SettingSource = (typeof settingSources)[number];

/** A setting in responses. */
export interface Setting {
  value: unknown;
  default: unknown;
  unit: string | null;
  reason: string;
  from: SettingSource;
  is_writable: boolean;
  /** Name of the environment variable. */
  variable: string | null;
}

function settingOf(key: SettingKey): z.ZodType<Setting> {
  const { value, reason } = declaredSettings[key];
  return z
    .object({
      value: value.describe('The current value.'),
      default: value.describe('The default value.'),
      unit: z.string().nullable().describe('The unit of a number. Null for other values.'),
      reason: z.string().describe('The purpose of the setting.'),
      from: z
        .enum(settingSources)
        .describe('The source of the value: `environment`, `settings` or `default`.'),
      is_writable: z.boolean().describe('False if an environment variable sets the value.'),
      variable: z
        .string()
        .nullable()
        .describe('The environment variable that overrides the setting. Null if there is none.'),
    })
    .describe(reason);
}

const sectionOf = (section: SettingSection, name: string): z.ZodType<SectionResponse> =>
  namedSchema(
    name,
    z.object({
      version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every change to the section.'),
      settings: z
        .object(Object.fromEntries(keysOfSection(section).map((key) => [key, settingOf(key)])))
        .describe('The settings by their names.'),
    }),
  );

export const settingSectionSchemas = {
  general: sectionOf('general', 'GeneralSettings'),
  catalogue: sectionOf('catalogue', 'CatalogueSettings'),
  media: sectionOf('media', 'MediaSettings'),
  sign_in: sectionOf('sign_in', 'SignInSettings'),
  backup: sectionOf('backup', 'BackupSettings'),
} as const satisfies Record<SettingSection, z.ZodType>;

export const allSettings = namedSchema('Settings', z.object(settingSectionSchemas));

/** A section in responses. */
export interface SectionResponse {
  version: number;
  settings: Partial<Record<SettingKey, Setting>>;
}
export type SettingsResponse = Record<SettingSection, SectionResponse>;

const changeOf = (section: SettingSection, name: string) =>
  namedSchema(
    name,
    z.object({
      version: fields.version,
      ...Object.fromEntries(
        keysOfSection(section)
          .filter((key) => declaredSettings[key].kind !== 'image')
          .map((key) => {
            const { input, reason } = declaredSettings[key];
            return [key, input.describe(`${reason} If absent, it stays unchanged.`)];
          }),
      ),
      reset: documentedAs(
        fields.codeList
          .pipe(
            z.array(
              z.enum(keysOfSection(section), {
                error: ({ input }) => `Unknown setting: ${String(input)}`,
              }),
            ),
          )
          .optional(),
        z.array(z.enum(keysOfSection(section))),
      ).describe('The settings to reset to their defaults.'),
    }),
  );

/** Changes to a section: new values, and the settings to reset to their defaults. */
export const settingChanges = {
  general: changeOf('general', 'GeneralSettingsChange'),
  catalogue: changeOf('catalogue', 'CatalogueSettingsChange'),
  media: changeOf('media', 'MediaSettingsChange'),
  sign_in: changeOf('sign_in', 'SignInSettingsChange'),
  backup: changeOf('backup', 'BackupSettingsChange'),
} as const satisfies Record<SettingSection, z.ZodType>;

const pathOf = (section: SettingSection): string => `/settings/${section.replace('_', '-')}`;

export const settingsEndpoints = {
  list: { method: 'GET', path: '/settings' },
  page: { method: 'GET', path: '/settings/page' },
  change: (section: SettingSection) => ({ method: 'PATCH', path: pathOf(section) }) as const,
} as const;

export const settingsMessages = { updated: 'Settings updated successfully' } as const;
