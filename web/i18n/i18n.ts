import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

/**
 * The words of each language, ready before the first render since they are part of the bundle. React escapes what is put in,
 * so i18next does not.
 */
export function createI18n(languages: Readonly<Record<string, object>>): I18n {
  const i18n = i18next.createInstance();
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: Object.fromEntries(
      Object.entries(languages).map(([language, translation]) => [language, { translation }]),
    ),
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return i18n;
}
