import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { messages } from '#contract/core/messages';
import { documentedAs } from '#contract/core/schema-notes';
import { limits } from '#contract/core/limits';
import { allPermissions } from '#contract/core/permissions';

/* Building blocks shared by users, roles, links and the own account. */

/** Permissions in responses. */
export const permissionList = z.array(z.enum(allPermissions));

/** Permissions in requests. Unknown names are invalid, duplicates count once. */
export const sentPermissions = documentedAs(
  fields.codeList.pipe(
    z.array(z.enum(allPermissions, { error: ({ input }) => `Unknown permission: ${String(input)}` })),
  ),
  permissionList,
);

export const userName = fields.requiredText(limits.maxNameLength, messages.nameRequired);

/** A session of a user. */
export const sessionEntry = z.object({
  id: answers.id,
  address: z.string().describe('The network address that it was begun from; empty when it is not known.'),
  browser: z.string().describe('The program in words: `Firefox on Windows`.'),
  created_at: answers.time,
  last_seen_at: answers.time.describe('To the minute.'),
  expires_at: answers.time,
  is_current: z.boolean().describe('Whether this very call belongs to it.'),
});

/** An API token without its secret. */
export const tokenEntry = z.object({
  id: answers.id,
  name: answers.name,
  prefix: z.string().describe('How it begins, to recognise it by.'),
  permissions: permissionList.describe(
    'What it was made for. It may do what its owner may do as well, and no more.',
  ),
  created_at: answers.time,
  expires_at: answers.time,
  last_used_at: answers.time.nullable().describe('To the minute; null when it was never used.'),
});
