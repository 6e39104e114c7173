import { setLanguagesInForce } from '#contract/core/languages';
import type { SettingValues } from '#contract/settings/declared';
import type { Database } from '#server/core/db/open';
import { type SettingBounds, effectiveValues } from './effective.ts';
import { type SectionVersions, readStored, readVersions, revisionOf } from './rows.ts';

/** Another process's change is seen within a second, also when a look takes a while. */
const LOOK_EVERY_MS = 400;

/** The settings as this process knows them. */
export interface Settings {
  /** The values in force, at most a second old. Ask again each time. */
  values(): SettingValues;
  /** Rises with every change. */
  revision(): number;
  /** Looks whether somebody has changed something, and reads it. */
  renew(): Promise<void>;
  /** Renews again and again. @returns what ends it */
  follow(onError: (error: unknown) => void): () => void;
}

/** Reads the settings, once now and later when their versions have changed. */
export async function openSettings(database: Database, bounds: SettingBounds): Promise<Settings> {
  const { kysely } = database;
  let versions: SectionVersions = await readVersions(kysely);
  let values = effectiveValues(await readStored(kysely), bounds);
  setLanguagesInForce(values.languages);

  async function look(): Promise<void> {
    const storedVersions = await readVersions(kysely);
    if (revisionOf(storedVersions) === revisionOf(versions)) return;
    // Versions are read first: a change in between is read twice rather than never.
    values = effectiveValues(await readStored(kysely), bounds);
    setLanguagesInForce(values.languages);
    versions = storedVersions;
  }

  let last: Promise<void> = Promise.resolve();
  /** One after the other, so that an older look never overwrites a newer one. */
  const renew = (): Promise<void> => (last = last.then(look, look));

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
        }, LOOK_EVERY_MS);
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
