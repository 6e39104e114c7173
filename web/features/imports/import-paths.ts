/* Addresses of the import screens. */

export const importsPath = '/imports';
export const reviewPath = (id: number): string => `${importsPath}/${id}`;
export const comparePath = (id: number, bookId: number): string => `${importsPath}/${id}/into/${bookId}`;
