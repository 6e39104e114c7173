/**
 * The languages that are always in the catalogue: numeric code on a book, short code on the wire's filters. Settings add others
 * (`settings/language-list.ts`).
 */
export const languages = [
  { code: 1, short: 'tr', label: 'Turkish' },
  { code: 2, short: 'pt', label: 'Portuguese' },
  { code: 3, short: 'en', label: 'English' },
  { code: 4, short: 'es', label: 'Spanish' },
] as const;

export const defaultLanguage = 3;
export const unknownLanguageLabel = 'Unknown Language';

/** What a filter by language may look into. */
export type KnownLanguages = readonly {
  readonly code: number;
  readonly short: string;
  readonly label: string;
}[];

let inForce: KnownLanguages = languages;

/** Those of the settings, as this process or page knows them: labels and codes are asked for all over, also in pure functions. */
export const languagesInForce = (): KnownLanguages => inForce;

/** Called by whoever reads the settings, and by nobody else. */
export function setLanguagesInForce(known: KnownLanguages): void {
  inForce = known;
}

/** The label of a numeric code; codes that are not in the list are "Unknown Language". */
export function languageLabel(code: number | string | null | undefined): string {
  return inForce.find((language) => language.code === Number(code))?.label ?? unknownLanguageLabel;
}

/** The short code the wire's `language` filter carries; undefined for an unknown numeric code. */
export function languageShortCode(code: number | string): string | undefined {
  return inForce.find((language) => language.code === Number(code))?.short;
}

/** Reads a filter value, short code or number. Unknown text gives 0, which no book carries. */
export function languageFromFilter(value: string, among: KnownLanguages = inForce): number {
  const known = among.find((language) => language.short === value.toLowerCase());
  if (known) return known.code;
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
