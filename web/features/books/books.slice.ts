import { books } from '#contract/books/books';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const booksSlice = createResourceSlice(books);
