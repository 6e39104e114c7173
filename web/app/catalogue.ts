import { commonWords } from '../i18n/en/index.ts';
import { createI18n } from '../i18n/i18n.ts';
import { type ModuleName, moduleList, type Modules } from './modules.ts';

type ModuleCatalogue = {
  readonly [Name in ModuleName]: Modules[Name]['words'] & { readonly entry: string };
};
type Catalogue = typeof commonWords & ModuleCatalogue;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Catalogue; sentences: Readonly<Record<string, string>> };
  }
}

/** The English catalogue, the source of every other language: the common words and those of the modules, by name. */
const en = {
  ...commonWords,
  ...Object.fromEntries(moduleList.map(({ name, words }) => [name, { entry: words.heading, ...words }])),
} as Catalogue;

export const i18n = createI18n({ en: { words: en, sentences: {} } });
