import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { maxPastedRows, type PasteError } from './paste-rows.ts';

/** Returns a function for the error message of a pasted text. */
export function usePasteErrorMessage(): (error: PasteError) => string {
  const { t } = useTranslation();
  return useCallback(
    (pasteError) => {
      if (pasteError.error === 'columns')
        return t('storyBooks.pasteColumns', { line: pasteError.line, found: pasteError.columns });
      if (pasteError.error === 'tooMany')
        return t('storyBooks.pasteTooMany', { rows: pasteError.rows, limit: maxPastedRows });
      return t('storyBooks.pasteEmpty');
    },
    [t],
  );
}
