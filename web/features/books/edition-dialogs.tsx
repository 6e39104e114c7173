import { Modal } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Book, books } from '#contract/books/books';
import { BookSearch } from '#web/core/components/book-picker/book-search.tsx';
import { EditorDialog } from '#web/core/components/editor-dialog.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { BookForm } from './book-form-fields.tsx';

export interface EditionDialogsProps {
  /** The open dialog. */
  readonly dialog: 'add' | 'create' | undefined;
  readonly book: Book;
  readonly options: CategoryOptions;
  readonly editions: readonly Book[];
  /** Adds a book to the work. Resolves to false if it failed. */
  readonly onPick: (book: Book) => Promise<boolean>;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** The dialogs that add an edition: an existing book, or a new one with the values of the book. */
export function EditionDialogs(props: EditionDialogsProps) {
  const { dialog, book, options, onClose, onCreated } = props;
  const { t } = useTranslation();
  const toast = useToast();
  const savedMessage = useSavedMessage();
  // A dialog that is mounted open does not store the previous focus, so it is opened after the first render.
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is intended
  useEffect(() => setMounted(true), []);
  const openDialog = isMounted ? dialog : undefined;
  const target = useMemo(() => (openDialog === 'create' ? { item: undefined } : undefined), [openDialog]);
  return (
    <>
      <AddDialog {...props} isOpen={openDialog === 'add'} />
      <EditorDialog<Book>
        target={target}
        title={() => t('editions.createTitle', { name: book.name })}
        size="xl"
        onClose={onClose}
        onSaved={() => {
          toast('success', savedMessage(books.messages.created));
          onCreated();
        }}
      >
        {(form) => <BookForm form={form} options={options} editionOf={book} />}
      </EditorDialog>
    </>
  );
}

function AddDialog({
  isOpen,
  book,
  editions,
  onPick,
  onClose,
}: EditionDialogsProps & { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  const codes = editions.map(({ code }) => code);
  const pick = async (edition: Book) => {
    if (codes.includes(edition.code)) return;
    if (await onPick(edition)) onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('editions.addTitle', { name: book.name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {isOpen && <BookSearch selected={codes} onAdd={(edition) => void pick(edition)} />}
    </Modal>
  );
}
