import { commonMessages } from '#web/core/i18n/en/index.ts';
import { createI18n } from '#web/core/i18n/i18n.ts';
import { setTextLoader } from '#web/core/lib/lazy-component.tsx';
import type { laterMessages } from './later-messages.ts';
import { type ModuleName, moduleList, type Modules } from './modules.ts';

type LaterMessages = typeof laterMessages;
type ModuleCatalogue = {
  readonly [Name in ModuleName]: (Name extends keyof LaterMessages ? LaterMessages[Name] : unknown) &
    Modules[Name]['messages'] & { readonly entry: string };
};
type Catalogue = typeof commonMessages & Omit<LaterMessages, ModuleName> & ModuleCatalogue;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Catalogue; sentences: Readonly<Record<string, string>> };
  }
}

/** The English text catalogue, the source of all other languages: common texts, and those of the modules by name. */
const en = {
  ...commonMessages,
  ...Object.fromEntries(
    moduleList.map(({ name, messages }) => [name, { entry: messages.heading, ...messages }]),
  ),
} as Catalogue;

export const i18n = createI18n({ en: { messages: en, sentences: {} } });

/** Adds texts to those of the first load. */
export const addMessages = (messages: LaterMessages): void =>
  void i18n.addResourceBundle('en', 'translation', messages, true);

setTextLoader(async () => addMessages((await import('./later-messages.ts')).laterMessages));
