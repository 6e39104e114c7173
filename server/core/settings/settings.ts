import { setLanguagesInForce } from '#contract/core/languages';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import type { SettingValues } from '#contract/settings/declared';
import type { Database } from '#server/core/db/open';
import { readCustomFields } from './custom-fields.ts';
import { type SettingBounds, effectiveValues } from './effective.ts';
import { type SectionVersions, readStored, readVersions, revisionOf } from './rows.ts';

/** The polling interval in milliseconds. Changes of other processes take effect within a second, even if a poll is slow. */
const REFRESH_EVERY_MS = 400;

/** The values of the settings, with the custom fields of books. */
export interface CurrentSettings extends SettingValues {
  readonly custom_fields: readonly CustomField[];
}

/** The settings of this process. */
export interface Settings {
  /** Returns the effective values, at most a second old. Call it for every use. */
  values(): CurrentSettings;
  /** Returns a number that increases with every change. */
  revision(): number;
  /** Reads the settings if they have changed. */
  renew(): Promise<void>;
  /** Polls for changes. @returns a function that ends the polling */
  follow(onError: (error: unknown) => void): () => void;
}

/** Reads the settings now, and later whenever their versions have changed. */
export async function openSettings(database: Database, bounds: SettingBounds): Promise<Settings> {
  const { kysely } = database;
  let versions: SectionVersions = await readVersions(kysely);
  const readValues = async (): Promise<CurrentSettings> => ({
    ...effectiveValues(await readStored(kysely), bounds),
    custom_fields: await readCustomFields(kysely),
  });
  let values = await readValues();
  setLanguagesInForce(values.languages);

  async function refresh(): Promise<void> {
    const storedVersions = await readVersions(kysely);
    if (revisionOf(storedVersions) === revisionOf(versions)) return;
    // The versions are read first, so a concurrent change is read twice rather than never.
    values = await readValues();
    setLanguagesInForce(values.languages);
    versions = storedVersions;
  }

  let last: Promise<void> = Promise.resolve();
  /** Runs renewals one after the other, so an older read never overwrites a newer one. */
  const renew = (): Promise<void> => (last = last.then(refresh, refresh));

  return {
    values: () => values,
    revision: () => revisionOf(versions),
    renew,
    follow(onError) {
      let isOver = false;
      let timer: NodeJS.Timeout | undefined;
      const again = () => {
        if (isOver) return;
        timer = setTimeout(() => {
          renew().catch(onError).finally(again);
        }, REFRESH_EVERY_MS);
        timer.unref();
      };
      again();
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}
