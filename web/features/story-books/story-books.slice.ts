import { storyBooks } from '#contract/story-books/story-books';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const storyBooksSlice = createResourceSlice(storyBooks);
