import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HomeIssue } from '#contract/mobile-home/home-preview';
import { SetToMainButton, type SetToMainButtonProps } from './set-to-main-button.tsx';

export type BlockIssuesProps = SetToMainButtonProps;

const isOfBook = ({ record }: HomeIssue): boolean => record?.resource === 'books';

/** The content of a block that apps do not show, with a button that sets its books to Main Service. */
export function BlockIssues(props: BlockIssuesProps) {
  const { issues } = props;
  const { t } = useTranslation();
  if (issues.length === 0) return null;
  // The books of a block are counted, the other records are named.
  const books = issues.filter(isOfBook);
  const countOf = (issueKind: HomeIssue['kind']) => books.filter(({ kind }) => kind === issueKind).length;
  const otherLanguage = countOf('no_books_in_language');
  const backupService = countOf('books_of_backup_service');
  const records = issues.filter((issue) => !isOfBook(issue));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
    <Alert role="status" color="yellow" p="xs" icon={<IconAlertTriangle size={18} />}>
      {backupService > 0 && <div>{t('mobileConfigs.hiddenInBlock', { count: backupService })}</div>}
      {otherLanguage > 0 && <div>{t('mobileConfigs.otherLanguageInBlock', { count: otherLanguage })}</div>}
      {records.map(({ kind, record, book_count: count }) => (
        <div key={`${kind} ${record?.resource} ${record?.id}`}>
          {t(`mobileConfigs.issues.${kind}`, { name: record?.title ?? '', count })}
        </div>
      ))}
      <SetToMainButton {...props} />
    </Alert>
  );
}
