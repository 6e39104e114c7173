import { countryCodes, isRegion, regionCodes, regions, WORLD, worldLabel } from '#contract/core/countries';
import { cacheByLocale } from './formats.ts';

const countryNames = cacheByLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** Returns the name of a country, a region or the world. An unknown code is its own name. */
export function territoryName(code: string, locale: string): string {
  if (code === WORLD) return worldLabel;
  if (isRegion(code)) return regions[code].label;
  return countryNames(locale).of(code) ?? code;
}

const optionsOf = (codes: readonly string[], locale: string) =>
  codes.map((value) => ({ value, label: territoryName(value, locale) }));

/** Returns all countries by name. */
export const countryOptions = cacheByLocale((locale) =>
  optionsOf(countryCodes, locale).toSorted((a, b) => a.label.localeCompare(b.label, locale)),
);

/** Returns the world and the regions. */
export const regionOptions = cacheByLocale((locale) => optionsOf([WORLD, ...regionCodes], locale));
