import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/resources/books';
import { useLast } from '../../lib/use-last.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { booksSlice } from '../../store/slices.ts';

export interface DeleteBookDialogProps {
  /** Undefined closes it. */
  readonly book: Book | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  /** The row that had the focus may be gone by the time the dialog is. */
  readonly onExited: () => void;
}

/** Closes after either outcome; a failure is told by the activity log alone. */
export function DeleteBookDialog({ book, onClose, onDeleted, onExited }: DeleteBookDialogProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [isDeleting, setDeleting] = useState(false);
  const shown = useLast(book);

  const confirm = async () => {
    if (!book || isDeleting) return;
    setDeleting(true);
    const result = await dispatch(booksSlice.remove({ item: book }));
    setDeleting(false);
    onClose();
    if (booksSlice.types.remove.fulfilled.match(result)) onDeleted();
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
        {t('books.deleteQuestion', { name: shown?.name ?? '' })}
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
