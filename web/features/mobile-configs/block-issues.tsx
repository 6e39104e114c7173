import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type HomeIssue, maxIssueBooks } from '#contract/mobile-home/home-preview';

export interface BlockIssuesProps {
  readonly issues: readonly HomeIssue[];
  /** Undefined for users who cannot change books. */
  readonly onSetToMain?: ((bookIds: readonly number[]) => void) | undefined;
  readonly isBusy?: boolean;
}

/** The content of a block that apps do not show, with a button that sets its books to Main Service. */
export function BlockIssues({ issues, onSetToMain, isBusy = false }: BlockIssuesProps) {
  const { t } = useTranslation();
  if (issues.length === 0) return null;
  const bookIds = [...new Set(issues.flatMap(({ book_ids }) => book_ids))].slice(0, maxIssueBooks);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
    <Alert role="status" color="yellow" p="xs" icon={<IconAlertTriangle size={18} />}>
      {issues.map(({ kind, record, book_count: count }) => (
        <div key={`${kind} ${record?.resource} ${record?.id}`}>
          {t(`mobileConfigs.issues.${kind}`, { name: record?.title ?? '', count })}
        </div>
      ))}
      {onSetToMain && bookIds.length > 0 && (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          disabled={isBusy}
          style={{ minHeight: 'var(--lectern-target)' }}
          onClick={() => onSetToMain(bookIds)}
        >
          {t('mobileConfigs.setToMain', { count: bookIds.length })}
        </Button>
      )}
    </Alert>
  );
}
