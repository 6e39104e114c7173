import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { useDeleteLabel } from '#web/core/components/release/use-release.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';

export interface DeleteBookDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly book: Book | undefined;
  readonly onClose: () => void;
  /** Resolves after success or failure. */
  readonly onConfirm: (book: Book) => Promise<void>;
  /** Moves the focus after closing, since the row that had it may have been removed. */
  readonly onExited: () => void;
}

/** The confirmation of a deletion. It closes after success and failure. An error is shown in the row and under Recent activity. */
export function DeleteBookDialog({ book, onClose, onConfirm, onExited }: DeleteBookDialogProps) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const deleteLabel = useDeleteLabel();
  const currentBook = useLastDefined(book);

  const confirm = async () => {
    if (!book || isDeleting) return;
    setDeleting(true);
    await onConfirm(book);
    setDeleting(false);
    onClose();
  };
  return (
    <Modal
      opened={book !== undefined}
      onClose={() => !isDeleting && onClose()}
      onExitTransitionEnd={onExited}
      title={t('books.deleteTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t('books.deleteQuestion', { name: currentBook?.name ?? '' })}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isDeleting} data-autofocus>
          {t('ui.cancel')}
        </Button>
        <Button color="red" onClick={() => void confirm()} disabled={isDeleting}>
          {isDeleting ? t('books.deleting') : (deleteLabel ?? t('books.deleteConfirm'))}
        </Button>
      </Group>
    </Modal>
  );
}
