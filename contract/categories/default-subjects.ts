import { z } from 'zod';
import { subject, subjectsInput } from '#contract/books/book-subjects';

/** The default subjects of a category or sub-category. */
export const defaultSubjects = {
  input: subjectsInput.describe(
    'New books without subjects receive these of their category and then these of their sub-category. A list, or a text such as `Thema:FBA`. Blank removes them.',
  ),
  item: z
    .array(subject)
    .optional()
    .describe('The subjects that new books without subjects receive. Absent if there are none.'),
} as const;
