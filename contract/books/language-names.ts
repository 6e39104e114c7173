let languageNames: Intl.DisplayNames | undefined;

/** Returns the English name of a language, or undefined for an unknown ISO 639 code. */
export function languageNameOf(code: string): string | undefined {
  if (!/^[a-z]{2,3}$/.test(code)) return undefined;
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languageNames.of(code);
}

/** Returns the code of a language in lower case, or undefined for an unknown code. */
export function readLanguage(text: string): string | undefined {
  const code = text.trim().toLowerCase();
  return languageNameOf(code) === undefined ? undefined : code;
}
