import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { always, namedSchema } from '#contract/core/schema-notes';

const bytes = responseFields.count.describe('The size in bytes.');

/** A third-party package in the product. */
export const licensedPackage = namedSchema(
  'LicensedPackage',
  z.object({
    name: z.string().describe('The name of the package.'),
    version: z.string().describe('The version of the package.'),
    licence: z.string().describe('The licence of the package, as an SPDX expression.'),
  }),
);
export type LicensedPackage = z.infer<typeof licensedPackage>;

/** Settings of the environment that weaken security. */
export const systemNotices = ['trust_proxy_all', 'encryption_key_missing'] as const;
export type SystemNotice = (typeof systemNotices)[number];

/** System information without passwords, keys and paths. */
export const systemReport = namedSchema(
  'SystemReport',
  z.object({
    version: z.string().describe('The version of the product.'),
    runtime: z.string().describe('The runtime, such as `Node.js 24.0.0`.'),
    started_at: responseFields.time.describe('The start time of this process.'),
    database: z
      .object({
        description: z
          .string()
          .describe('The database and its host, such as `PostgreSQL 18.4 at db.example.org`.'),
        bytes: bytes.nullable().describe('The size in bytes. Null if it is not available.'),
      })
      .describe('The database.'),
    store: z
      .object({
        description: z
          .string()
          .describe('The file storage: a folder of the server, or a bucket and its host.'),
        files: responseFields.count.describe('The number of files in use.'),
        bytes: bytes.describe('The total size of these files, in bytes.'),
        measured_at: responseFields.time.describe('The time of the last calculation.'),
      })
      .describe('The storage of images and audio.'),
    disk: z
      .object({
        free: bytes.describe('The free space in bytes.'),
        total: bytes.describe('The total space in bytes.'),
      })
      .nullable()
      .describe('The disk of the data directory. Null if it is not available.'),
    health: z
      .object({
        is_ready: z.boolean().describe('True if the database and the file storage respond.'),
        problems: z
          .array(z.string())
          .describe(
            'The problems as texts, including the reason if the server is read-only, problems of backups, and overdue releases.',
          ),
        integrity_check: z
          .object({
            is_running: z.boolean().describe('True while a check is running.'),
            checked_at: responseFields.time
              .nullable()
              .describe(
                'The time of the last check. Null until the first check since the start is complete.',
              ),
          })
          .nullable()
          .describe('The check of the SQLite file for damage. Null for PostgreSQL.'),
        background_work: always(
          z.array(
            z.object({
              name: z.string().describe('The name of the work, such as `Reports`.'),
              is_running: z.boolean().describe('True while the work is in progress.'),
              worked_ms: responseFields.count.describe('The duration of its steps in milliseconds.'),
              waited_ms: responseFields.count.describe('The duration of its pauses in milliseconds.'),
            }),
          ),
        ).describe(
          'The latest run of each background work of this process. It pauses while requests are served.',
        ),
      })
      .describe('The result of `/api/health/ready`, and problems that don’t stop the server.'),
    notices: z
      .array(z.enum(systemNotices))
      .describe('Environment variables that weaken security: `TRUST_PROXY=on`, or no `SECRETS_KEY`.'),
    counts: z
      .array(
        z.object({
          name: z.string().describe('The type of the records, such as `books`.'),
          count: responseFields.count.describe('The number of records.'),
        }),
      )
      .describe('The number of records of each type.'),
    last_backup: z
      .object({
        at: responseFields.time.describe('The time of creation.'),
        note: z.string().describe('The note of the backup. It can be blank.'),
      })
      .nullable()
      .describe('The last backup that `lectern backup note` recorded, or null.'),
    packages: z.array(licensedPackage).describe('The third-party packages in the product, by name.'),
  }),
);
export type SystemReport = z.infer<typeof systemReport>;

export const systemEndpoint = { method: 'GET', path: '/settings/system' } as const;
