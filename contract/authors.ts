import { z } from 'zod';
import * as answers from './answers.ts';
import * as fields from './fields.ts';
import { named } from './notes.ts';

/** The authors there are, for pickers. Authors are made by the books that name them. */
export const authorsEndpoint = { method: 'GET', path: '/books/authors' } as const;

export const authorsQuery = z
  .object({
    ...fields.listKeys,
    search: fields.listKeys.search.describe(
      'Only authors of whose names a word begins with each of these words (of more than eight, the longest), whatever their ' +
        'case and accents. Blank counts as absent.',
    ),
  })
  .transform(fields.foldSearch);
export type AuthorsQuery = z.output<typeof authorsQuery>;

export const authorEntry = named(
  'AuthorEntry',
  z.object({
    id: answers.id,
    name: z.string().describe('Authors are told apart by their names.'),
    book_count: answers.count.describe('How many books. 0 once the last one is gone.'),
  }),
);
export type AuthorEntry = z.infer<typeof authorEntry>;
