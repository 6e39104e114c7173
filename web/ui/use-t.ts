import type { TFunction } from 'i18next';
import { use } from 'react';
import { I18nContext } from 'react-i18next';

/**
 * Returns the translation function for components with many instances, since `useTranslation` creates an object for each. Its parents
 * render it again after a change of language.
 */
export const useT = (): TFunction => use(I18nContext).i18n.t;
