import { analyticsModule } from '#web/features/analytics/analytics.module.ts';
import { backupModule } from '#web/features/backup/backup.module.ts';
import { bookModule, booksModule } from '#web/features/books/books.module.ts';
import { categoriesModule, categoryModule } from '#web/features/categories/categories.module.ts';
import { challengeModule, challengesModule } from '#web/features/challenges/challenges.module.ts';
import { collectionModule, collectionsModule } from '#web/features/collections/collections.module.ts';
import { contributorModule, contributorsModule } from '#web/features/contributors/contributors.module.ts';
import { customFieldsModule } from '#web/features/custom-fields/custom-fields.module.ts';
import { dashboardModule } from '#web/features/dashboard/dashboard.module.ts';
import { subjectsModule } from '#web/features/subjects/subjects.module.ts';
import { changeModule, auditLogModule, trashModule } from '#web/features/audit-log/audit-log.module.ts';
import {
  importCompareModule,
  importReviewModule,
  importsModule,
} from '#web/features/imports/imports.module.ts';
import { jobsModule } from '#web/features/jobs/jobs.module.ts';
import type { messages as loginMessages } from '#web/features/auth/auth.messages.ts';
import {
  mobileConfigModule,
  mobileConfigsModule,
} from '#web/features/mobile-configs/mobile-configs.module.ts';
import { profileModule } from '#web/features/auth/profile/profile.module.ts';
import { proofingModule } from '#web/features/proofing/proofing.module.ts';
import { releaseModule, releasesModule } from '#web/features/releases/releases.module.ts';
import { reportsModule } from '#web/features/reports/reports.module.ts';
import {
  catalogueSettingsModule,
  generalSettingsModule,
  mediaSettingsModule,
  settingsModule,
  signInSettingsModule,
  systemModule,
} from '#web/features/settings/settings.module.ts';
import { publisherModule, publishersModule } from '#web/features/publishers/publishers.module.ts';
import { oneSeriesModule, seriesModule } from '#web/features/series/series.module.ts';
import { spreadsheetsModule } from '#web/features/spreadsheets/spreadsheets.module.ts';
import { storyBookModule, storyBooksModule } from '#web/features/story-books/story-books.module.ts';
import { contentEditorModule } from '#web/features/book-content/book-content.module.ts';
import {
  subCategoriesModule,
  subCategoryModule,
} from '#web/features/sub-categories/sub-categories.module.ts';
import { rolesModule, securityLogModule, userModule, usersModule } from '#web/features/users/users.module.ts';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';

/**
 * The modules of the application in the order of the sidebar. Store, router, sidebar, text catalogue and the fake server of the tests are
 * built from them.
 */
export const modules = {
  dashboard: dashboardModule,
  books: booksModule,
  book: bookModule,
  contentEditor: contentEditorModule,
  proofing: proofingModule,
  imports: importsModule,
  importReview: importReviewModule,
  importCompare: importCompareModule,
  contributors: contributorsModule,
  contributor: contributorModule,
  categories: categoriesModule,
  category: categoryModule,
  subCategories: subCategoriesModule,
  subCategory: subCategoryModule,
  collections: collectionsModule,
  collection: collectionModule,
  series: seriesModule,
  oneSeries: oneSeriesModule,
  publishers: publishersModule,
  publisher: publisherModule,
  storyBooks: storyBooksModule,
  storyBook: storyBookModule,
  challenges: challengesModule,
  challenge: challengeModule,
  mobileConfigs: mobileConfigsModule,
  mobileConfig: mobileConfigModule,
  releases: releasesModule,
  releasePage: releaseModule,
  analytics: analyticsModule,
  users: usersModule,
  roles: rolesModule,
  user: userModule,
  reports: reportsModule,
  settings: settingsModule,
  generalSettings: generalSettingsModule,
  catalogueSettings: catalogueSettingsModule,
  customFields: customFieldsModule,
  subjects: subjectsModule,
  mediaSettings: mediaSettingsModule,
  signInSettings: signInSettingsModule,
  backup: backupModule,
  system: systemModule,
  securityLog: securityLogModule,
  profile: profileModule,
  jobs: jobsModule,
  change: changeModule,
  history: auditLogModule,
  trash: trashModule,
  spreadsheets: spreadsheetsModule,
  // Outside the layout; the router defines its screen.
  login: { messages: { heading: 'Login' } satisfies FirstMessages<typeof loginMessages> },
} satisfies Record<string, Module>;

export type Modules = typeof modules;
export type ModuleName = keyof Modules;

export const moduleList = Object.entries<Module>(modules).map(([name, module]) => ({
  ...module,
  name: name as ModuleName,
}));

/** The reducers of the modules, in addition to session, notifications and settings. */
export const moduleSlices = moduleList.flatMap(({ slice }) => slice ?? []);
