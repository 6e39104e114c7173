import { z } from 'zod';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { documentedAs, withKeywords } from '../notes.ts';

/** The address of a person. */
export const email = documentedAs(
  fields.requiredText(limits.maxEmailLength, messages.emailRequired).pipe(z.email(messages.emailInvalid)),
  withKeywords(z.string().max(limits.maxEmailLength), { format: 'email' }),
);
