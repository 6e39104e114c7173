import { z } from 'zod';
import * as responseFields from './responses.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

/** Resources whose codes the server derives from names. */
export type CodedName = keyof typeof proposedCodeEndpoints;

/** The endpoints that propose a code for a new record. The proposal does not reserve the code. */
export const proposedCodeEndpoints = {
  categories: { method: 'GET', path: '/books/proposed-codes/categories' },
  'sub-categories': { method: 'GET', path: '/books/proposed-codes/sub-categories' },
} as const;

export const proposedCodeQuery = z.object({
  name: fields
    .requiredText(limits.maxNameLength, messages.nameRequired)
    .describe('The name of the new record.'),
});

export const proposedCode = z.object({
  code: responseFields.code.describe('The code for this name.'),
});
