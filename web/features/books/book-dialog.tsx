import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/resources/books';
import { useLast } from '../../lib/use-last.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { CategoryOptions } from '../../widgets/use-category-options.ts';
import { BookForm } from './book-form-fields.tsx';

export interface BookDialogTarget {
  /** Undefined creates a new one. */
  readonly book: Book | undefined;
}

export interface BookDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: BookDialogTarget | undefined;
  readonly options: CategoryOptions;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** Cancel and the cross close it; Escape, which slips in, asks before it throws away what was typed. */
export function BookDialog({ target, options, onClose, onSaved }: BookDialogProps) {
  const { t } = useTranslation();
  const shown = useLast(target);
  const [opening, setOpening] = useState({ target: shown, number: 0 });
  if (opening.target !== shown) setOpening({ target: shown, number: opening.number + 1 });
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // The conflict's way out replaces the stored book under the open dialog.
  const [reloaded, setReloaded] = useState<{ target: BookDialogTarget; book: Book }>();
  const isReloaded = reloaded !== undefined && reloaded.target === shown;
  const book = isReloaded ? reloaded.book : shown?.book;

  const close = () => {
    setAsking(false);
    setDirty(false);
    onClose();
  };
  const tryToClose = () => (isDirty ? setAsking(true) : close());

  return (
    <>
      <Modal
        opened={target !== undefined}
        onClose={tryToClose}
        title={t(shown?.book ? 'books.editTitle' : 'books.createTitle')}
        size="xl"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('ui.close'), onClick: close }}
      >
        {shown && (
          <BookForm
            key={`${opening.number}-${book?.version ?? 0}`}
            book={book}
            options={options}
            takesFocus={isReloaded}
            onDirty={setDirty}
            onCancel={close}
            onReload={(stored) => {
              setDirty(false);
              setReloaded({ target: shown, book: stored });
            }}
            onSaved={() => {
              setDirty(false);
              onSaved(shown.book === undefined);
            }}
          />
        )}
      </Modal>
      <ConfirmDialog
        opened={isAsking}
        title={t('ui.unsavedTitle')}
        text={t('ui.unsavedText')}
        confirm={t('ui.discard')}
        cancel={t('ui.keepEditing')}
        onConfirm={close}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
