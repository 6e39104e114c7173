import { type PageSettings, pageSettings } from '#contract/settings/page';

/** Reads the settings in the page. A page without them (a development server) uses the defaults. */
export function readSettings(document: Document): PageSettings {
  const content = document.querySelector('meta[name="lectern-settings"]')?.getAttribute('content') ?? '';
  try {
    return pageSettings.parse(JSON.parse(content));
  } catch {
    return pageSettings.parse({});
  }
}
