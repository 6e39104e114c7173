import { createSubjectsFeature } from '#server/features/subjects/subjects.module';
import type { PageSettings } from '#contract/settings/page';
import { createMoveFeature } from '#server/features/backup/move.module';
import { createNotificationsFeature } from '#server/features/notifications/notifications.module';
import type { Sessions } from '#server/core/auth/sessions';
import { createBackupFeature } from '#server/features/backup/backup.module';
import { createBulkFeature } from '#server/features/bulk/bulk.module';
import { createCustomFieldsFeature } from '#server/features/custom-fields/custom-fields.module';
import { createExportsFeature } from '#server/features/exports/exports.module';
import type { Core, Feature } from './feature.ts';
import { createEntryUndo, createAuditLogFeature } from '#server/features/audit-log/audit-log.module';
import { createImportsFeature } from '#server/features/imports/imports.module';
import type { ImportService } from '#server/features/imports/imports.service';
import { createBookContentFeature } from '#server/features/book-content/book-content.module';
import type { BookContentService } from '#server/features/book-content/book-content.service';
import { createJobsFeature } from '#server/features/jobs/jobs.module';
import { createMailFeature } from '#server/features/mail/mail.module';
import { createMobileHomeFeature } from '#server/features/mobile-home/mobile-home.module';
import type { Services } from './modules.ts';
import { createPersonalDataFeature } from '#server/features/personal-data/personal-data.module';
import { createUsersFeature } from '#server/features/users/users.module';
import { createAuthFeature } from '#server/features/auth/auth.module';
import { createRecordsFeature } from './records.module.ts';
import { createAnalyticsFeature } from '#server/features/analytics/analytics.module';
import { createCatalogueHealthFeature } from '#server/features/catalogue-health/catalogue-health.module';
import { createProjectionFeature } from '#server/features/catalogue-health/projection.module';
import { createOverviewFeature } from '#server/features/overview/overview.module';
import { createProofingFeature } from '#server/features/proofing/proofing.module';
import {
  createOverdueReleasesFeature,
  createReleasesFeature,
} from '#server/features/releases/releases.module';
import { createReportsFeature } from '#server/features/reports/reports.module';
import { createAudioAnalysisFeature } from '#server/features/audio/audio-analysis.module';
import { createSearchFeature } from '#server/features/search/search.module';
import { createSettingsFeature } from '#server/features/settings/settings.module';
import { createSpreadsheetsFeature } from '#server/features/spreadsheets/spreadsheets.module';
import { createFilesFeature } from '#server/features/system/files.module';
import { createSystemFeature } from '#server/features/system/system.module';
import { createClipsFeature } from '#server/features/audio/clips.module';
import { createUploadsFeature } from '#server/features/uploads/uploads.module';
import { createPresenceFeature } from '#server/features/presence/presence.module';
import { createSavedViewsFeature } from '#server/features/saved-views/saved-views.module';

/** The dependencies of features: the infrastructure, and the services that the demo catalogue and the commands also use. */
export interface FeatureDeps extends Core {
  readonly services: Services;
  readonly imports: ImportService;
  readonly bookContents: BookContentService;
}

export interface Features {
  readonly list: readonly Feature[];
  /** Authenticates every request. */
  readonly sessions: Sessions;
  /** Returns the settings that are sent with every page of the web app. */
  readonly page: () => PageSettings;
}

/** Creates all features with their dependencies on each other. The API reference and the hourly cleanup use the order of the list. */
export function createFeatures(deps: FeatureDeps): Features {
  const undoEntry = createEntryUndo(deps);
  const mailFeature = createMailFeature(deps);
  const { mail } = mailFeature;
  const signIn = createAuthFeature({ ...deps, mail });
  const { sessions, providers } = signIn;
  const releases = createReleasesFeature(deps);
  const analyses = createAudioAnalysisFeature({ ...deps, readCatalogue: releases.access.read });
  const clips = createClipsFeature(deps);
  const projection = createProjectionFeature(deps);
  const health = createCatalogueHealthFeature({ ...deps, projection: projection.projection, sessions });
  const settings = createSettingsFeature({ ...deps, mail });
  const backup = createBackupFeature({ ...deps, sessions, mail });
  const overdueReleases = createOverdueReleasesFeature(deps);
  const { readRoutes } = releases;
  const bulk = createBulkFeature({ ...deps, releases: releases.access, undoEntry });
  const spreadsheets = createSpreadsheetsFeature({
    ...deps,
    releases: releases.access,
    sessions,
    undoEntry,
  });
  const { uploadReady: onReady, uploadNearlyReady: onNearlyReady } = deps.imports;
  const list = [
    signIn,
    mailFeature,
    createRecordsFeature({ ...deps, services: releases.services, readRoutes, analyses, clips }),
    createImportsFeature(deps),
    createBookContentFeature({ ...deps, bookContents: releases.bookContents, analyses }),
    analyses,
    createProofingFeature({ ...deps, sessions, analyses }),
    clips,
    createMobileHomeFeature({ ...deps, sessions, homeAt: releases.homeAt, readRoutes }),
    createReportsFeature(deps),
    projection,
    createAuditLogFeature({
      ...deps,
      sessions,
      mail,
      readRoutes,
      many: [spreadsheets.spreadsheets, bulk.bulk],
    }),
    health,
    createOverviewFeature({ ...deps, countIssues: health.countIssues }),
    createAnalyticsFeature({ ...deps, projection: projection.projection }),
    createSearchFeature({ ...deps, readRoutes }),
    releases,
    overdueReleases,
    bulk,
    spreadsheets,
    createSavedViewsFeature(deps),
    createPresenceFeature(deps),
    createJobsFeature({ ...deps, sessions }),
    createNotificationsFeature(deps),
    createUploadsFeature({ ...deps, sessions, onReady, onNearlyReady }),
    settings,
    createCustomFieldsFeature(deps),
    createSubjectsFeature(deps),
    createSystemFeature({ ...deps, findProblems: [backup.findProblems, overdueReleases.findProblems] }),
    backup,
    createMoveFeature(deps),
    createUsersFeature({ ...deps, mail, providers }),
    createPersonalDataFeature({ ...deps, sessions, providers }),
    createExportsFeature({ ...deps, books: deps.services.books, sessions }),
    createFilesFeature({ ...deps, vttOf: clips.vttOf }),
  ];
  return { list, sessions, page: settings.page };
}
