import type { TFunction } from 'i18next';
import { use } from 'react';
import { I18nContext } from 'react-i18next';

/** Words for parts of which there are a thousand: `useTranslation` makes an object for each. They follow the language with what is around them. */
export const useT = (): TFunction => use(I18nContext).i18n.t;
