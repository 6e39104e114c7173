import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './node-version.mjs';
import { configFile, makeImportRules, importRulesIn } from './import-rules.mjs';

test('the rules in .oxlintrc.json are those of the table; npm run import-rules writes them', () => {
  expect(importRulesIn(readFileSync(configFile, 'utf8'))).toEqual(makeImportRules());
});

/** A file, and what it tries to import. */
const forbidden = [
  ['contract/resources/a.ts', 'kysely'],
  ['contract/b.ts', '#server/errors'],
  ['server/db/a.ts', '#server/resources/record-service'],
  ['server/db/b.ts', '../http/session.ts'],
  ['server/db/c.ts', 'pg'],
  ['server/db/dialects/a.ts', '#server/mobile/mobile-home'],
  ['server/db/migrations/003-later.ts', '../schema.ts'],
  ['server/db/migrations/004-later.ts', '#contract/slug'],
  ['server/blobs/a.ts', '#server/media/picture'],
  ['server/auth/a.ts', '#server/cli'],
  ['server/http/a.ts', '#server/resources/books/books.service'],
  ['server/http/b.ts', '#server/mobile/mobile-home'],
  ['server/http/d.ts', '#server/resources/record-service'],
  ['server/http/c.ts', '#server/backend'],
  ['server/mobile/a.ts', '#server/reports/reports'],
  ['server/mobile/b.ts', '#server/resources/books/books.service'],
  ['server/mobile/c.ts', 'fastify'],
  ['server/reports/a.ts', '#server/mobile/mobile-home'],
  ['server/resources/books/a.ts', '../categories/categories.service.ts'],
  ['server/resources/books/b.ts', '#server/testing/factories'],
  ['server/backend.ts', './app.ts'],
  ['server/backend.ts', 'better-sqlite3'],
  ['server/cli.ts', './app.ts'],
  ['server/config.ts', './errors.ts'],
  ['server/demo/a.ts', '#server/db/open'],
  ['server/errors.ts', '../web/lib/a.ts'],
  ['web/lib/a.ts', '../ui/b.tsx'],
  ['web/i18n/a.ts', '../store/store.ts'],
  ['web/i18n/en/b.ts', '../../features/books/a.tsx'],
  ['web/api/a.ts', 'react-redux'],
  ['web/ui/a.tsx', '../api/client.ts'],
  ['web/store/a.ts', '../widgets/a.tsx'],
  ['web/features/books/a.tsx', '../categories/b.tsx'],
  ['web/features/books/deep/a.tsx', '../../../app/router.tsx'],
  ['web/app/a.tsx', '#server/errors'],
  ['web/widgets/a.tsx', '../testing/render-screen.tsx'],
  ['e2e/specs/a.spec.ts', '#contract/limits'],
  ['e2e/fault-injection/a.spec.ts', '../../server/db/open.ts'],
];
const allowed = [
  ['contract/resources/a.ts', 'zod'],
  ['contract/resources/a.ts', '../fields.ts'],
  ['server/db/a.ts', './migrations/migrations.ts'],
  ['server/db/dialects/a.ts', 'pg'],
  ['server/db/dialects/a.ts', '../migrations/migration.ts'],
  ['server/db/migrations/003-later.ts', 'kysely'],
  ['server/db/migrations/003-later.ts', './columns.ts'],
  ['server/db/migrations/migrations.ts', '../schema.ts'],
  ['server/http/a.ts', './auth-routes.ts'],
  ['server/resources/books/a.ts', '../codes.ts'],
  ['server/resources/books/a.ts', '#contract/limits'],
  ['server/app.ts', './mobile/mobile-home.ts'],
  ['server/errors.test.ts', '#server/testing/factories'],
  ['web/features/books/a.tsx', '../../widgets/a.tsx'],
  ['web/features/books/deep/a.tsx', '../b.tsx'],
  ['web/lib/a.test.tsx', '../testing/render-screen.tsx'],
  ['web/app/a.tsx', '../features/books/a.tsx'],
  ['web/i18n/en/index.ts', './ui.ts'],
  ['server/http/a.ts', './app.ts'],
];

test('forbidden imports are refused, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-imports-'));
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const [file = '', source = ''] of [...forbidden, ...allowed])
    lines.set(file, [...(lines.get(file) ?? []), `export * from '${source}';`]);
  for (const [file, text] of lines) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text.join('\n'));
  }
  const config = { plugins: ['import'], categories: { correctness: 'off' }, overrides: makeImportRules() };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const oxlint = join(root, 'node_modules', '.bin', 'oxlint');
  const { stdout } = await promisify(execFile)(oxlint, ['--format=json', '.'], { cwd: folder }).catch(
    (error) => error,
  );
  rmSync(folder, { recursive: true });
  const refused = JSON.parse(stdout).diagnostics.map((/** @type {any} */ { filename, labels }) => {
    const line = labels[0].span.line;
    const [, source] = /'(.*)'/.exec(lines.get(filename)?.[line - 1] ?? '') ?? [];
    return `${filename} imports ${source}`;
  });
  expect(refused.toSorted()).toEqual(
    forbidden.map(([file, source]) => `${file} imports ${source}`).toSorted(),
  );
});
