import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { jobTypeNames } from '#contract/jobs/job-types';
import { readConfig } from './config.ts';
import { openDependencies } from './dependencies.ts';
import { createJobHandlers } from './job-handlers.ts';

test('every type of job has one handler', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-handlers-'));
  const dependencies = await openDependencies(
    readConfig({ DATA_DIR: folder, ADMIN_EMAIL: 'admin@example.org', SMTP_URL: 'smtp://127.0.0.1' }),
  );
  onTestFinished(async () => {
    await dependencies.close();
    await rm(folder, { recursive: true });
  });
  const kinds = createJobHandlers(dependencies).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(jobTypeNames.toSorted());
});
