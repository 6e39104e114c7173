import { useEffect, useMemo, useState } from 'react';
import type { Book } from '#contract/books/books';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { booksSlice } from './books.slice.ts';
import { ImagePreview } from '#web/ui/image-preview.tsx';
import { BookDialog } from './book-dialog.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { ChaptersDialog } from './chapters-dialog.tsx';
import { DeleteBookDialog } from './delete-book-dialog.tsx';

export interface BookDialogsProps {
  /** The open dialog; at most one is open. */
  readonly dialog: OpenDialog | undefined;
  readonly options: CategoryOptions;
  readonly onClose: () => void;
  /** Called with the message of a successful write. */
  readonly onSaved: (message: string) => void;
  /** Resolves after success or failure. */
  readonly onDelete: (book: Book) => Promise<void>;
  /** Called when a dialog is closed and no element has the focus. */
  readonly onFocusLost: () => void;
}

export function BookDialogs({
  dialog: requestedDialog,
  options,
  onClose,
  onSaved,
  onDelete,
  onFocusLost,
}: BookDialogsProps) {
  // A dialog that is mounted open does not store the previous focus, so it is opened after the first render.
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is intended
  useEffect(() => setMounted(true), []);
  const dialog = isMounted ? requestedDialog : undefined;
  const { messages } = booksSlice.declaration;
  const bookOf = (kind: 'chapters' | 'delete' | 'preview') =>
    dialog?.kind === kind ? dialog.book : undefined;
  const previewedBook = bookOf('preview');
  const image = useMemo(() => {
    const src = previewedBook?.image_url ?? previewedBook?.thumbnail_url;
    return previewedBook && src ? { src, name: previewedBook.name } : undefined;
  }, [previewedBook]);
  return (
    <>
      <ImagePreview image={image} onClose={onClose} />
      <ChaptersDialog book={bookOf('chapters')} onClose={onClose} />
      <DeleteBookDialog
        book={bookOf('delete')}
        onClose={onClose}
        onConfirm={onDelete}
        onExited={() => document.activeElement === document.body && onFocusLost()}
      />
      <BookDialog
        target={dialog?.kind === 'form' ? dialog.target : undefined}
        options={options}
        onClose={onClose}
        onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
      />
    </>
  );
}
