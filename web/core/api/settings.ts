import { type PageSettings, pageSettings } from '#contract/settings/page';

/** What the server told the page it served; a page served without it (a dev server) gets the defaults. */
export function readSettings(document: Document): PageSettings {
  const content = document.querySelector('meta[name="lectern-settings"]')?.getAttribute('content') ?? '';
  try {
    return pageSettings.parse(JSON.parse(content));
  } catch {
    return pageSettings.parse({});
  }
}
