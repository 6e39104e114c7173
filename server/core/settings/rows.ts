import type { Kysely } from 'kysely';
import {
  type SettingKey,
  type SettingSection,
  type SettingValues,
  declaredSettings,
  settingKeys,
} from '#contract/settings/declared';
import type { Schema } from '#server/core/db/schema';

export type StoredSettings = Partial<SettingValues>;
export type SectionVersions = Readonly<Record<SettingSection | 'custom_fields', number>>;

/** Returns true if a text is the key of a setting. */
const isKey = (key: string): key is SettingKey => (settingKeys as readonly string[]).includes(key);

/** Reads the changed settings. Rows with unknown keys or values are ignored. */
export async function readStored(db: Kysely<Schema>): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  const entries = rows.flatMap(({ key, value }): [string, unknown][] => {
    if (!isKey(key)) return [];
    const { data, success } = declaredSettings[key].value.safeParse(JSON.parse(value));
    return success ? [[key, data]] : [];
  });
  return Object.fromEntries(entries);
}

export async function readVersions(db: Kysely<Schema>): Promise<SectionVersions> {
  const rows = await db.selectFrom('setting_sections').select(['section', 'version']).execute();
  const versions = new Map(rows.map(({ section, version }) => [section, version]));
  const of = (section: keyof SectionVersions): number => versions.get(section) ?? 1;
  return {
    general: of('general'),
    catalogue: of('catalogue'),
    media: of('media'),
    sign_in: of('sign_in'),
    backup: of('backup'),
    custom_fields: of('custom_fields'),
  };
}

/** Returns a number that increases with every change of any section. */
export const revisionOf = (versions: SectionVersions): number =>
  Object.values(versions).reduce((sum, version) => sum + version, 0);
