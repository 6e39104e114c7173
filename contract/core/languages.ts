/**
 * The built-in languages. Books store the numeric code, and filters use the short code. Settings add others (`settings/language-list.ts`).
 */
export const languages = [
  { code: 1, short: 'tr', label: 'Turkish' },
  { code: 2, short: 'pt', label: 'Portuguese' },
  { code: 3, short: 'en', label: 'English' },
  { code: 4, short: 'es', label: 'Spanish' },
] as const;

export const defaultLanguage = 3;
export const unknownLanguageLabel = 'Unknown Language';

/** The languages that a language filter accepts. */
export type KnownLanguages = readonly {
  readonly code: number;
  readonly short: string;
  readonly label: string;
}[];

let inForce: KnownLanguages = languages;

/**
 * Returns the languages of the current settings in this process or page. The value is global, because pure functions need labels and codes.
 */
export const languagesInForce = (): KnownLanguages => inForce;

/** Sets the current languages. Only the code that reads the settings calls it. */
export function setLanguagesInForce(knownLanguages: KnownLanguages): void {
  inForce = knownLanguages;
}

/** Returns the label of a numeric code. Unknown codes have "Unknown Language". */
export function languageLabel(code: number | string | null | undefined): string {
  return inForce.find((language) => language.code === Number(code))?.label ?? unknownLanguageLabel;
}

/** Returns the short code for the `language` filter, or undefined for an unknown numeric code. */
export function languageShortCode(code: number | string): string | undefined {
  return inForce.find((language) => language.code === Number(code))?.short;
}

/** Parses a filter value, a short code or a number. Returns 0 for unknown text, which no book has. */
export function languageFromFilter(value: string, among: KnownLanguages = inForce): number {
  const match = among.find((language) => language.short === value.toLowerCase());
  if (match) return match.code;
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
