import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Says a sentence of the contract or of the server in the language of the screen. Such sentences arrive whole, so a language
 * lists them under the English sentence itself (`sentences`, see CONTRIBUTING.md); what it does not list stays as it is.
 */
export function useErrorMessage(): (sentence: string) => string {
  const { t } = useTranslation('sentences');
  return useCallback(
    (sentence) =>
      t(sentence, {
        defaultValue: sentence,
        keySeparator: false,
        nsSeparator: false,
        // A server's sentence may name what people typed: nothing in it is a placeholder.
        skipInterpolation: true,
      }),
    [t],
  );
}
