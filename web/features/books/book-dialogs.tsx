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
  /** At most one is open. */
  readonly dialog: OpenDialog | undefined;
  readonly options: CategoryOptions;
  readonly onClose: () => void;
  /** A write succeeded: what to say of it. */
  readonly onSaved: (message: string) => void;
  /** Resolves after either outcome. */
  readonly onDelete: (book: Book) => Promise<void>;
  /** Called when a dialog is gone and nothing has the focus. */
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
  // A dialog that is born open does not learn where the focus was, so the first one opens after it is there.
  const [isThere, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is what is wanted
  useEffect(() => setThere(true), []);
  const dialog = isThere ? requestedDialog : undefined;
  const { messages } = booksSlice.declaration;
  const bookOf = (kind: 'chapters' | 'delete' | 'preview') =>
    dialog?.kind === kind ? dialog.book : undefined;
  const previewed = bookOf('preview');
  const image = useMemo(() => {
    const src = previewed?.image_url ?? previewed?.thumbnail_url;
    return previewed && src ? { src, name: previewed.name } : undefined;
  }, [previewed]);
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
