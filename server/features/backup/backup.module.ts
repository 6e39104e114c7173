import { type BackupProblem, backupProblemTexts } from '#contract/backup/backup';
import type { Sessions } from '#server/core/auth/sessions';
import { type Core, type Feature, defineFeature } from '#server/app/feature';
import type { Mail } from '#server/core/mail/mail';
import { readVersion } from '#server/core/package-root';
import { createBackupJob } from './backup.jobs.ts';
import { createBackupProblems } from './backup-problems.ts';
import { backupRoutes, registerBackupFiles } from './backup.routes.ts';
import { createBackupService } from './backup.service.ts';
import { createRestoreTestJob, removeRestoreTests } from './restore-test.jobs.ts';
import { startScheduledBackup, startWeeklyTest } from './schedule.ts';

interface Deps extends Core {
  readonly sessions: Sessions;
  readonly mail: Mail;
}

interface BackupFeature extends Feature {
  /** Returns messages about backup problems for the system report. */
  readonly findProblems: () => Promise<readonly string[]>;
}

const toText = (problem: BackupProblem): string => backupProblemTexts[problem];

/** Creates the feature that writes backups of the whole catalogue to the backup destination. */
export function createBackupFeature(deps: Deps): BackupFeature {
  const { config, database, jobs, settings, sessions, mail } = deps;
  const { adminEmail } = config;
  const problems = createBackupProblems({ database, settings, mail, adminEmail });
  const service = createBackupService({ database, jobs, settings, problems, config });
  const version = readVersion();
  const schedule = { database, jobs, settings };
  return defineFeature({
    name: 'backup',
    findProblems: async () => (await problems.find()).map(toText),
    routes: () => backupRoutes(service),
    register: ({ app }) => registerBackupFiles(app, sessions, service),
    refresh: { what: 'the backup schedule', run: () => startScheduledBackup(schedule) },
    jobs: () => [
      createBackupJob({
        database,
        config,
        settings,
        version,
        async onWritten(isScheduled) {
          await problems.check();
          if (isScheduled) await startWeeklyTest(schedule);
        },
      }),
      createRestoreTestJob({ database, config, version, onTested: () => problems.check() }),
    ],
    async cleanUp() {
      await removeRestoreTests(database, config.dataDir);
      await problems.check();
    },
  });
}
