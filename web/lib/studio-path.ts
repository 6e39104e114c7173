/** The address of a book's chapter studio. */
export const studioPath = (bookId: number): string => `/books/${bookId}/studio`;
