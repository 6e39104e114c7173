import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { maxPastedRows, type PasteError } from './paste-rows.ts';

/** Says what is wrong with a pasted text. */
export function usePasteErrorMessage(): (error: PasteError) => string {
  const { t } = useTranslation();
  return useCallback(
    (found) => {
      if (found.error === 'columns')
        return t('storyBooks.pasteColumns', { line: found.line, found: found.columns });
      if (found.error === 'tooMany')
        return t('storyBooks.pasteTooMany', { rows: found.rows, limit: maxPastedRows });
      return t('storyBooks.pasteEmpty');
    },
    [t],
  );
}
