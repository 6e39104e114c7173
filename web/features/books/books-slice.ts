import { books } from '#contract/resources/books';
import { createResourceSlice } from '../../store/create-resource-slice.ts';

export const booksSlice = createResourceSlice(books);
