import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { messages } from '#contract/core/messages';
import * as responseFields from '#contract/core/responses';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';

/* Comments on releases. A text mentions a user by ID, as in `@{12}`, so that screens show the current name. */

export const commentEndpoints = {
  list: { method: 'GET', path: '/releases/:id/comments' },
  create: { method: 'POST', path: '/releases/:id/comments' },
  update: { method: 'PUT', path: '/releases/:id/comments/:comment' },
  remove: { method: 'DELETE', path: '/releases/:id/comments/:comment' },
  /** The users who can be mentioned. */
  users: { method: 'GET', path: '/releases/users' },
} as const;

export const commentLimits = {
  /** Comments on one release. */
  maxComments: 500,
  maxLength: 4_000,
  /** Different users in one comment. */
  maxMentions: 50,
} as const;

/** The permission to delete comments of others. */
export const permissionToManageComments = 'users:manage';

const mention = /@\{(\d{1,10})\}/;

/** Returns the text that mentions a user. */
export const mentionOf = (userId: number): string => `@{${userId}}`;

/** Splits a text at its mentions: texts at even indexes, IDs of users at odd ones. */
export const splitMentions = (text: string): string[] => text.split(mention);

/** Returns the IDs of the mentioned users, each once. */
export const mentionsIn = (text: string): number[] => [
  ...new Set(
    splitMentions(text)
      .filter((_text, index) => index % 2 === 1)
      .map(Number),
  ),
];

const user = z.object({ id: responseFields.id, name: z.string().describe('The current name of the user.') });
export type MentionedUser = z.infer<typeof user>;

export const comment = namedSchema(
  'ReleaseComment',
  z.object({
    id: responseFields.id,
    text: z.string().describe('The plain text. `@{12}` mentions the user with ID 12.'),
    mentions: z.array(user).describe('The mentioned users who exist.'),
    user: user.nullable().describe('The author, or null.'),
    created_at: responseFields.time,
    edited_at: responseFields.time.nullable().describe('The time of the last edit. Null before.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every edit.'),
  }),
);
export type ReleaseComment = z.infer<typeof comment>;

export const comments = z.object({
  items: z.array(comment).describe('The comments, the oldest first.'),
  total: responseFields.count,
});
export const mentionableUsers = z.object({ items: z.array(user), total: responseFields.count });

const text = fields
  .requiredText(commentLimits.maxLength, messages.commentRequired)
  .refine((value) => mentionsIn(value).length <= commentLimits.maxMentions, messages.tooManyMentions)
  .describe('The plain text. `@{12}` mentions the user with ID 12, who gets a notification.');

export const commentCreate = namedSchema('ReleaseCommentCreate', z.object({ id: fields.id, text }));
export type CommentCreate = z.output<typeof commentCreate>;

export const commentUpdate = namedSchema(
  'ReleaseCommentUpdate',
  z.object({
    id: fields.id,
    comment: fields.id.describe('The ID of the comment.'),
    version: fields.version,
    text,
  }),
);
export type CommentUpdate = z.output<typeof commentUpdate>;

export const commentMessages = {
  created: 'Comment added',
  updated: 'Comment updated',
  deleted: 'Comment deleted',
} as const;
