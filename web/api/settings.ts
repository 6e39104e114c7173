import { type Settings, settings } from '#contract/settings';

/** What the server told the page it served; a page served without it (a dev server) gets the defaults. */
export function readSettings(document: Document): Settings {
  const content = document.querySelector('meta[name="lectern-settings"]')?.getAttribute('content') ?? '';
  try {
    return settings.parse(JSON.parse(content));
  } catch {
    return settings.parse({});
  }
}
