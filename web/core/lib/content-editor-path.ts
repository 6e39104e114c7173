/** Returns the address of a book's content editor. */
export const contentEditorPath = (bookId: number): string => `/books/${bookId}/content`;
