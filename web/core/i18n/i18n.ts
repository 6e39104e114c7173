import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolate } from './isolated.ts';

interface Language {
  readonly messages: object;
  /** Translations of messages of the contract and of the server, by the English message. */
  readonly sentences: Readonly<Record<string, string>>;
}

/**
 * Creates i18next with the texts of all languages. They are part of the bundle, so they are ready before the first render. React escapes
 * inserted values. i18next only isolates their text direction.
 */
export function createI18n(languages: Readonly<Record<string, Language>>): I18n {
  const i18n = i18next.createInstance();
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: Object.fromEntries(
      Object.entries(languages).map(([language, { messages, sentences }]) => [
        language,
        { translation: messages, sentences },
      ]),
    ),
    interpolation: { escapeValue: true, escape: isolate },
    initAsync: false,
  });
  return i18n;
}
