import { z } from 'zod';
import { isCountry } from './countries.ts';
import { filterText } from './fields.ts';
import { valueMessages } from './messages.ts';
import { documentedAs, withKeywords } from './schema-notes.ts';

/** A country as an ISO 3166-1 alpha-2 code. Blank means absent. */
export const countryFilter = documentedAs(
  filterText(20)
    .transform((text) => text?.toUpperCase())
    .refine((code) => code === undefined || isCountry(code), valueMessages.mustBeCountry),
  withKeywords(z.string().max(2), { pattern: '^[A-Z]{2}$' }),
);
