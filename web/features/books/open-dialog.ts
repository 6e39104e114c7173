import type { Book } from '#contract/books/books';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';

/** The dialog that is open on the screen of books. */
export type OpenDialog =
  | { readonly kind: 'form'; readonly target: EditorTarget<Book> }
  | { readonly kind: 'chapters' | 'delete' | 'preview'; readonly book: Book };
