/** Returns the address of a book's proofing report. */
export const proofingPath = (bookId: number): string => `/books/${bookId}/proofing`;
