import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';
import type { HomeIssue } from '#contract/mobile-home/home-preview';
import { listFormat } from '#web/core/lib/formats.ts';

interface HiddenContent {
  /** The number of distinct books of the Backup Service. */
  readonly books: number;
  readonly challenges: number;
  /** The number of distinct records without books in the requested language. */
  readonly inLanguage: number;
  /** The number of distinct books that may not be shown in the requested country. */
  readonly inCountry: number;
  readonly blocks: number;
}

/** Counts the distinct books of the issues of a kind, as far as they are listed. */
function countBooks(issues: readonly HomeIssue[], issueKind: HomeIssue['kind']): number {
  const ofBooks = issues.filter(({ kind }) => kind === issueKind);
  const listedBookIds = new Set(ofBooks.flatMap(({ book_ids }) => book_ids));
  const notListed = ofBooks.map(({ book_count, book_ids }) => book_count - book_ids.length);
  return notListed.reduce((sum, count) => sum + count, listedBookIds.size);
}

/** Counts the content that apps do not show. */
export function countHidden(issues: readonly HomeIssue[]): HiddenContent {
  const inactive = issues.filter(({ kind }) => kind === 'challenge_inactive');
  const otherLanguage = issues.filter(({ kind }) => kind === 'no_books_in_language');
  return {
    books: countBooks(issues, 'books_of_backup_service'),
    challenges: new Set(inactive.map(({ record }) => record?.id)).size,
    inLanguage: new Set(otherLanguage.map(({ record }) => `${record?.resource} ${record?.id}`)).size,
    inCountry: countBooks(issues, 'books_not_in_country'),
    blocks: issues.filter(({ kind }) => kind === 'block_empty').length,
  };
}

/** Returns a function for the message about content that apps do not show; undefined if they show all. */
export function useHiddenContent(): (issues: readonly HomeIssue[]) => string | undefined {
  const { t, i18n } = useTranslation();
  return useCallback(
    (issues) => {
      const { books, challenges, inLanguage, inCountry, blocks } = countHidden(issues);
      const texts = [
        ...(books > 0 ? [t('mobileConfigs.hiddenBooks', { count: books })] : []),
        ...(challenges > 0 ? [t('mobileConfigs.hiddenChallenges', { count: challenges })] : []),
        ...(inLanguage > 0 ? [t('mobileConfigs.hiddenInLanguage', { count: inLanguage })] : []),
        ...(inCountry > 0 ? [t('mobileConfigs.hiddenInCountry', { count: inCountry })] : []),
        ...(blocks > 0 ? [t('mobileConfigs.hiddenBlocks', { count: blocks })] : []),
      ];
      if (texts.length === 0) return undefined;
      return t('mobileConfigs.hidden', { texts: listFormat(i18n.language).format(texts) });
    },
    [t, i18n.language],
  );
}
