/** The address of a book's chapter studio. */
export const contentEditorPath = (bookId: number): string => `/books/${bookId}/studio`;
