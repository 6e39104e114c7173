import { z } from 'zod';
import { filterText } from './fields.ts';
import { languageFromFilter, languages } from './languages.ts';
import { documentedAs } from './schema-notes.ts';

/** A language filter: a short code or a number. Blank means absent. Unknown text is 0, which no book has. */
export const languageFilter = documentedAs(
  filterText(20).transform((text) => (text === undefined ? undefined : languageFromFilter(text))),
  z.enum(languages.map(({ short }) => short)),
);
