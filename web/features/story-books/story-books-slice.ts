import { storyBooks } from '#contract/resources/story-books';
import { createResourceSlice } from '../../store/create-resource-slice.ts';

export const storyBooksSlice = createResourceSlice(storyBooks);
