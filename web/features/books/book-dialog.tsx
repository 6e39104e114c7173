import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { EditorDialog, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { BookForm } from './book-form-fields.tsx';

export interface BookDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Book> | undefined;
  readonly options: CategoryOptions;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function BookDialog({ target, options, onClose, onSaved }: BookDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'books.createTitle' : 'books.editTitle')}
      size="xl"
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <BookForm form={form} options={options} />}
    </EditorDialog>
  );
}
