import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';

export interface DeleteBookDialogProps {
  /** Undefined closes it. */
  readonly book: Book | undefined;
  readonly onClose: () => void;
  /** Resolves after either outcome. */
  readonly onConfirm: (book: Book) => Promise<void>;
  /** The row that had the focus may be gone by the time the dialog is. */
  readonly onExited: () => void;
}

/** Closes after either outcome; the row and the activity log tell of a failure. */
export function DeleteBookDialog({ book, onClose, onConfirm, onExited }: DeleteBookDialogProps) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
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
          {t(isDeleting ? 'books.deleting' : 'books.deleteConfirm')}
        </Button>
      </Group>
    </Modal>
  );
}
