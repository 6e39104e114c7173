import { type PageSettings, pageSettings } from '#contract/settings/page';

/** Reads the settings that the server wrote into the page; a page without them (a dev server) gets the defaults. */
export function readSettings(document: Document): PageSettings {
  const content = document.querySelector('meta[name="lectern-settings"]')?.getAttribute('content') ?? '';
  try {
    return pageSettings.parse(JSON.parse(content));
  } catch {
    return pageSettings.parse({});
  }
}
