import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { documentedAs, withKeywords } from '#contract/core/schema-notes';

/** The email address of a user. */
export const email = documentedAs(
  fields.requiredText(limits.maxEmailLength, messages.emailRequired).pipe(z.email(messages.emailInvalid)),
  withKeywords(z.string().max(limits.maxEmailLength), { format: 'email' }),
);
