import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { namedSchema } from '#contract/core/schema-notes';

/** Limits of resumable uploads with the protocol tus 1.0.0. */
export const uploadLimits = {
  /** Size of one request of the web client, and maximum size of one part. */
  partBytes: 8 * 1024 * 1024,
  /** The size in bytes above which forms send a file as an upload. */
  formBytes: 32 * 1024 * 1024,
  /** The hours until an upload is deleted, after its last byte. */
  lifeHours: 24,
  /** The maximum number of concurrent uploads of one account, of any size: enough for two large imports. */
  maxUploads: 4_000,
} as const;

export const tusVersion = '1.0.0';
export const tusExtensions = ['creation', 'expiration', 'termination'] as const;

export const uploadStates = ['receiving', 'assembling', 'ready', 'failed'] as const;

export const uploadEndpoints = {
  list: { method: 'GET', path: '/uploads' },
  get: { method: 'GET', path: '/uploads/:upload' },
} as const;

export const upload = namedSchema(
  'Upload',
  z.object({
    id: z.string().describe('The ID: the part of its address after `/api/uploads/`.'),
    file_name: z.string().describe('The `filename` of the metadata. It can be empty.'),
    size: responseFields.count.describe('The size of the whole file in bytes.'),
    received: responseFields.count.describe(
      'The number of bytes that the server has stored. Continue the upload from here.',
    ),
    state: z
      .enum(uploadStates)
      .describe(
        'The status. `receiving` applies until the last byte, then `assembling` until the upload is `ready`. With `failed`, `error` has the reason.',
      ),
    sha256: z
      .string()
      .nullable()
      .describe('The SHA-256 of the whole file in hexadecimal. Null until the upload is ready.'),
    error: z.string().nullable().describe('The reason of the failure, or null.'),
    import_id: responseFields.id.nullable().describe('The import of the upload, or null.'),
    created_at: responseFields.time.describe('The start time.'),
    expires_at: responseFields.time.describe(
      'The time when the upload expires if it is not continued or used.',
    ),
  }),
);
export type Upload = z.infer<typeof upload>;

export const uploadsQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});
