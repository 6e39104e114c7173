import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { maxPastedRows, type PasteFault } from './paste-rows.ts';

/** Says what is wrong with a pasted text. */
export function usePasteFault(): (fault: PasteFault) => string {
  const { t } = useTranslation();
  return useCallback(
    (found) => {
      if (found.fault === 'columns')
        return t('storyBooks.pasteColumns', { line: found.line, found: found.columns });
      if (found.fault === 'tooMany')
        return t('storyBooks.pasteTooMany', { rows: found.rows, limit: maxPastedRows });
      return t('storyBooks.pasteEmpty');
    },
    [t],
  );
}
