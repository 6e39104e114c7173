import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type HomeIssue, maxIssueBooks } from '#contract/mobile-home/home-preview';

export interface SetToMainButtonProps {
  readonly issues: readonly HomeIssue[];
  /** Undefined for users who cannot change books. */
  readonly onSetToMain?: ((bookIds: readonly number[]) => void) | undefined;
  readonly isBusy?: boolean;
}

/** Sets the books that apps of the Main Service do not show to Main Service. Not rendered without such books. */
export function SetToMainButton({ issues, onSetToMain, isBusy = false }: SetToMainButtonProps) {
  const { t } = useTranslation();
  const ofBackupService = issues.filter(({ kind }) => kind === 'books_of_backup_service');
  const bookIds = [...new Set(ofBackupService.flatMap(({ book_ids }) => book_ids))].slice(0, maxIssueBooks);
  if (!onSetToMain || bookIds.length === 0) return null;
  return (
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
  );
}
