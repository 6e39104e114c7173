import { expect, test } from 'vitest';
import { fileError, importErrors, packageError } from './import-rules.mjs';
import { aliasesOf } from './import-graph.mjs';

test.each([
  ['contract/books/books.ts', 'server/core/errors.ts'],
  ['server/core/db/a.ts', 'server/features/books/books.service.ts'],
  ['server/core/db/a.ts', 'server/app/app.ts'],
  ['server/core/db/migrations/043-later.ts', 'server/core/db/schema.ts'],
  ['server/core/blobs/a.ts', 'web/core/lib/age.ts'],
  ['server/features/mobile-home/a.ts', 'server/features/releases/releases.service.ts'],
  ['server/features/books/a.ts', 'server/features/categories/categories.service.ts'],
  ['server/features/books/a.ts', 'server/app/app.ts'],
  ['server/features/books/a.ts', 'server/testing/factories.ts'],
  ['server/features/books/books.service.ts', 'server/core/http/routes.ts'],
  ['server/core/resource/a.ts', 'server/core/http/session.ts'],
  ['server/main.ts', 'server/testing/factories.ts'],
  ['web/core/lib/a.ts', 'web/ui/b.tsx'],
  ['web/core/i18n/a.ts', 'web/core/store/store.ts'],
  ['web/core/api/a.ts', 'web/core/components/b.tsx'],
  ['web/core/components/a.tsx', 'web/features/books/b.tsx'],
  ['web/ui/a.tsx', 'web/core/api/client.ts'],
  ['web/features/books/a.tsx', 'web/features/categories/b.tsx'],
  ['web/features/books/a.tsx', 'web/app/router.tsx'],
  ['web/features/books/a.tsx', 'server/core/errors.ts'],
  ['web/app/a.tsx', 'web/testing/render-screen.tsx'],
  ['e2e/specs/a.spec.ts', 'contract/core/limits.ts'],
  ['e2e/specs/a.spec.ts', 'server/core/db/open.ts'],
  ['e2e/specs/a.spec.ts', 'server/testing/factories.ts'],
])('rejects an import in %s of %s', (file, target) =>
  expect(fileError(file, target)).toEqual(expect.any(String)),
);

test.each([
  ['contract/books/books.ts', 'contract/core/fields.ts'],
  ['server/core/db/dialects/a.ts', 'server/core/db/schema.ts'],
  ['server/core/db/migrations/043-later.ts', 'server/core/db/migrations/columns.ts'],
  ['server/core/settings/effective.ts', 'server/app/config.ts'],
  ['server/features/books/a.ts', 'server/core/db/open.ts'],
  ['server/features/books/a.ts', 'contract/core/limits.ts'],
  ['server/features/bulk/a.ts', 'server/features/books/book-counts.ts'],
  ['server/features/bulk/bulk.module.ts', 'server/app/feature.ts'],
  ['server/features/books/books.routes.ts', 'server/core/http/routes.ts'],
  ['server/app/app.ts', 'server/features/mobile-home/mobile-home.ts'],
  ['server/core/errors.test.ts', 'server/testing/factories.ts'],
  ['web/features/books/a.tsx', 'web/core/components/b.tsx'],
  ['web/features/books/deep/a.tsx', 'web/features/books/b.tsx'],
  ['web/app/a.tsx', 'web/features/books/a.tsx'],
  ['web/core/lib/a.test.tsx', 'web/testing/render-screen.tsx'],
  ['e2e/specs/a.spec.ts', 'server/testing/oidc-server.ts'],
  ['e2e/specs/a.spec.ts', 'server/testing/sample-emails.ts'],
])('accepts an import in %s of %s', (file, target) => expect(fileError(file, target)).toBeUndefined());

test.each([
  ['contract/books/books.ts', 'kysely'],
  ['server/core/db/open.ts', 'pg'],
  ['server/core/db/migrations/043-later.ts', 'pg'],
  ['server/features/books/a.ts', 'better-sqlite3'],
  ['server/features/books/a.ts', 'sharp'],
  ['web/core/api/a.ts', 'react-redux'],
  ['web/core/lib/a.ts', '@mantine/core'],
  ['server/core/http/a.ts', 'react'],
])('rejects an import in %s of the package %s', (file, name) =>
  expect(packageError(file, name)).toEqual(expect.any(String)),
);

test.each([
  ['contract/books/books.ts', 'zod'],
  ['server/core/db/dialects/a.ts', 'pg'],
  ['server/core/db/migrations/043-later.ts', 'kysely'],
  ['web/features/books/a.tsx', '@mantine/core'],
  ['server/core/errors.test.ts', 'better-sqlite3'],
])('accepts an import in %s of the package %s', (file, name) =>
  expect(packageError(file, name)).toBeUndefined(),
);

test('resolves aliases and reports cycles', async () => {
  const aliases = aliasesOf({ '#server/*': { source: './server/*.ts' } });
  const texts = {
    'server/core/a.ts': "import { b } from '#server/features/books/b';",
    'server/features/books/b.ts': "import type { C } from './c.ts';\nimport pg from 'pg';",
    'server/features/books/c.ts': "import type { B } from './b.ts';",
  };
  expect(await importErrors(new Map(Object.entries(texts)), aliases)).toEqual([
    'server/core/a.ts imports server/features/books/b.ts: this folder may not import that one.',
    'server/features/books/b.ts imports pg: this package belongs to another folder.',
    'Import cycle: server/features/books/b.ts -> server/features/books/c.ts -> server/features/books/b.ts',
  ]);
});
