import { languagesInForce } from '#contract/core/languages';

/** The catalogue's languages by their three-letter codes, which EPUBs and audio tags use too. */
const threeLetters: Readonly<Record<string, string>> = { tur: 'tr', por: 'pt', eng: 'en', spa: 'es' };

/** Returns the language code number for `pt_BR`, `por` or `Portuguese`; undefined for a language that the catalogue does not have. */
export function toLanguage(text: string): number | undefined {
  const [first = ''] = text.trim().toLowerCase().split(/[-_]/);
  const short = threeLetters[first] ?? first;
  return languagesInForce().find(
    (language) => language.short === short || language.label.toLowerCase() === first,
  )?.code;
}

const inEnglish = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns the English name of any language, for messages. */
export function languageName(text: string): string {
  try {
    return inEnglish.of(text.trim().replaceAll('_', '-')) ?? text;
  } catch {
    return text;
  }
}
