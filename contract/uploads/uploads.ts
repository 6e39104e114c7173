import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { named } from '#contract/core/schema-notes';

/** Limits of resumable uploads by the protocol tus 1.0.0. */
export const uploadLimits = {
  /** Size of one request of the web client, and maximum size of one part. */
  partBytes: 8 * 1024 * 1024,
  /** Forms send larger files as uploads. */
  formBytes: 32 * 1024 * 1024,
  /** Hours after the last byte. */
  lifeHours: 24,
  /** Uploads that one account has at once, of any size: those of two large imports. */
  maxUploads: 4_000,
} as const;

export const tusVersion = '1.0.0';
export const tusExtensions = ['creation', 'expiration', 'termination'] as const;

export const uploadStates = ['receiving', 'joining', 'ready', 'failed'] as const;

export const uploadEndpoints = {
  list: { method: 'GET', path: '/uploads' },
  get: { method: 'GET', path: '/uploads/:upload' },
} as const;

export const upload = named(
  'Upload',
  z.object({
    id: z.string().describe('What stands behind `/api/uploads/` in its address.'),
    file_name: z.string().describe('The `filename` of its metadata; empty without one.'),
    size: answers.count.describe('Bytes of the whole file.'),
    received: answers.count.describe('Bytes that are safe on the server. An upload goes on from here.'),
    state: z
      .enum(uploadStates)
      .describe(
        '`receiving` until the last byte; then `joining`, for a moment; then `ready` to be used. `failed` says why in `error`.',
      ),
    sha256: z
      .string()
      .nullable()
      .describe('The SHA-256 of the whole file in hexadecimal; null until it is ready.'),
    error: z.string().nullable().describe('Why it failed, a sentence for people; else null.'),
    import_id: answers.id.nullable().describe('The import it belongs to; null for none.'),
    created_at: answers.time.describe('When it began.'),
    expires_at: answers.time.describe('When it is removed unless it goes on or is used.'),
  }),
);
export type Upload = z.infer<typeof upload>;

export const uploadsQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});
