import { languagesInForce } from '#contract/core/languages';

/** Names of the catalogue's languages by their three letters, as EPUBs and audio tags write them too. */
const threeLetters: Readonly<Record<string, string>> = { tur: 'tr', por: 'pt', eng: 'en', spa: 'es' };

/** `pt_BR`, `por` and `Portuguese` are the catalogue's Portuguese; undefined for a language that it does not have. */
export function toLanguage(text: string): number | undefined {
  const [first = ''] = text.trim().toLowerCase().split(/[-_]/);
  const short = threeLetters[first] ?? first;
  return languagesInForce().find(
    (language) => language.short === short || language.label.toLowerCase() === first,
  )?.code;
}

const inEnglish = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The name of any language, for sentences. */
export function languageName(text: string): string {
  try {
    return inEnglish.of(text.trim().replaceAll('_', '-')) ?? text;
  } catch {
    return text;
  }
}
