import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { messages } from '#contract/core/messages';
import { documentedAs } from '#contract/core/schema-notes';
import { limits } from '#contract/core/limits';
import { allPermissions } from '#contract/core/permissions';

/* Building blocks that users, roles, links and the user's account share. */

/** Permissions in responses. */
export const permissionList = z.array(z.enum(allPermissions));

/** Permissions in requests. Unknown names are invalid, and duplicates count once. */
export const inputPermissions = documentedAs(
  fields.codeList.pipe(
    z.array(z.enum(allPermissions, { error: ({ input }) => `Unknown permission: ${String(input)}` })),
  ),
  permissionList,
);

export const userName = fields.requiredText(limits.maxNameLength, messages.nameRequired);

/** A session of a user. */
export const sessionEntry = z.object({
  id: responseFields.id,
  address: z.string().describe('The IP address of the sign-in. Empty if it is not known.'),
  browser: z.string().describe('The browser and operating system, such as `Firefox on Windows`.'),
  created_at: responseFields.time,
  last_seen_at: responseFields.time.describe('The time of the last activity, to the minute.'),
  expires_at: responseFields.time,
  is_current: z.boolean().describe('True for the session of this request.'),
});

/** An API token without its secret. */
export const tokenEntry = z.object({
  id: responseFields.id,
  name: responseFields.name,
  prefix: z.string().describe('The first characters of the token, so that you can recognise it.'),
  permissions: permissionList.describe('The permissions of the token. It never has more than its owner.'),
  created_at: responseFields.time,
  expires_at: responseFields.time,
  last_used_at: responseFields.time
    .nullable()
    .describe('The time of the last use, to the minute. Null if it was never used.'),
});
