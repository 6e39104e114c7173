import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { named } from '#contract/core/schema-notes';

const bytes = answers.count.describe('Bytes.');

/** A third-party package in the product. */
export const licensedPackage = named(
  'LicensedPackage',
  z.object({
    name: z.string().describe('The package.'),
    version: z.string().describe('Its version.'),
    licence: z.string().describe('Its licence, as the package names it: an SPDX expression.'),
  }),
);
export type LicensedPackage = z.infer<typeof licensedPackage>;

/** Settings of the environment that weaken security. */
export const systemNotices = ['trust_proxy_all', 'encryption_key_missing'] as const;
export type SystemNotice = (typeof systemNotices)[number];

/** System information without passwords, keys and paths. */
export const systemReport = named(
  'SystemReport',
  z.object({
    version: z.string().describe('Of the product.'),
    runtime: z.string().describe('What runs it: `Node.js 24.0.0`.'),
    started_at: answers.time.describe('When this process began.'),
    database: z
      .object({
        description: z.string().describe('Which one, and where: `PostgreSQL 18.4 at db.example.org`.'),
        bytes: bytes.nullable().describe('How large it is; null where it does not tell.'),
      })
      .describe('Where the records are.'),
    store: z
      .object({
        description: z.string().describe('Which one: a folder of the server, or a bucket and where it is.'),
        files: answers.count.describe('How many files records name.'),
        bytes: bytes.describe('How large they are together.'),
        measured_at: answers.time.describe('When they were last added up.'),
      })
      .describe('Where pictures and sound are.'),
    disk: z
      .object({ free: bytes.describe('Bytes that are free.'), total: bytes.describe('Bytes in all.') })
      .nullable()
      .describe('The disk under the data directory; null where it does not tell.'),
    health: z
      .object({
        is_ready: z.boolean().describe('Whether database and store answer.'),
        problems: z
          .array(z.string())
          .describe(
            'What is wrong, a sentence each; also why changes are refused while everything can still be read.',
          ),
      })
      .describe('As `/api/health/ready` says, and whether changes are taken.'),
    notices: z
      .array(z.enum(systemNotices))
      .describe('Settings of the environment that weaken security: `TRUST_PROXY=on`, or no `SECRETS_KEY`.'),
    counts: z
      .array(
        z.object({
          name: z.string().describe('Of what: `books`.'),
          count: answers.count.describe('How many there are.'),
        }),
      )
      .describe('How many there are of what.'),
    last_backup: z
      .object({
        at: answers.time.describe('When it was made.'),
        note: z.string().describe('What whoever made it says of it; may be blank.'),
      })
      .nullable()
      .describe('The last one that `lectern backup note` told of; null for none.'),
    packages: z.array(licensedPackage).describe('The parts of others in the product, by name.'),
  }),
);
export type SystemReport = z.infer<typeof systemReport>;

export const systemEndpoint = { method: 'GET', path: '/settings/system' } as const;
