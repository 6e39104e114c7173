import type { Sessions } from '#server/core/auth/sessions';
import { type Core, defineFeature } from '#server/app/feature';
import { readVersion } from '#server/core/package-root';
import { createBackupJob } from './backup.jobs.ts';
import { backupRoutes, registerBackupFiles } from './backup.routes.ts';
import { createBackupService } from './backup.service.ts';
import { startScheduledBackup } from './schedule.ts';

interface Deps extends Core {
  readonly sessions: Sessions;
}

/** Backups of everything, to the backup destination. */
export function createBackupFeature({ config, database, jobs, settings, sessions }: Deps) {
  const service = createBackupService({ database, jobs, settings, config });
  return defineFeature({
    name: 'backup',
    routes: () => backupRoutes(service),
    register: ({ app }) => registerBackupFiles(app, sessions, service),
    refresh: { what: 'the backup schedule', run: () => startScheduledBackup({ database, jobs, settings }) },
    jobs: () => [createBackupJob({ database, config, settings, version: readVersion() })],
  });
}
