import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Returns a function that translates a message of the contract or the server. Languages list translations by the English message
 * (`sentences`, see CONTRIBUTING.md). Other messages are returned unchanged.
 */
export function useErrorMessage(): (sentence: string) => string {
  const { t } = useTranslation('sentences');
  return useCallback(
    (sentence) =>
      t(sentence, {
        defaultValue: sentence,
        keySeparator: false,
        nsSeparator: false,
        // Messages of the server can contain user text, so braces in it are not placeholders.
        skipInterpolation: true,
      }),
    [t],
  );
}
