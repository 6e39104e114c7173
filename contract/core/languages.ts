/**
 * The built-in languages: the numeric code is stored on books, the short code is used by filters. Settings add others
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

/** Languages that a language filter can name. */
export type KnownLanguages = readonly {
  readonly code: number;
  readonly short: string;
  readonly label: string;
}[];

let inForce: KnownLanguages = languages;

/**
 * The languages of the settings as this process or page knows them. A global value, because pure functions need
 * labels and codes.
 */
export const languagesInForce = (): KnownLanguages => inForce;

/** Sets the languages in force. Only the code that reads the settings calls it. */
export function setLanguagesInForce(knownLanguages: KnownLanguages): void {
  inForce = knownLanguages;
}

/** Label of a numeric code; unknown codes give "Unknown Language". */
export function languageLabel(code: number | string | null | undefined): string {
  return inForce.find((language) => language.code === Number(code))?.label ?? unknownLanguageLabel;
}

/** Short code for the `language` filter; undefined for an unknown numeric code. */
export function languageShortCode(code: number | string): string | undefined {
  return inForce.find((language) => language.code === Number(code))?.short;
}

/** Parses a filter value, short code or number. Unknown text gives 0, which no book has. */
export function languageFromFilter(value: string, among: KnownLanguages = inForce): number {
  const match = among.find((language) => language.short === value.toLowerCase());
  if (match) return match.code;
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
