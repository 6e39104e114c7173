import { analyticsModule } from '../features/analytics/module.ts';
import { authorsModule } from '../features/books/authors/module.ts';
import { booksModule } from '../features/books/module.ts';
import { categoriesModule } from '../features/categories/module.ts';
import { challengesModule } from '../features/challenges/module.ts';
import { collectionsModule } from '../features/collections/module.ts';
import { dashboardModule } from '../features/dashboard/module.ts';
import { changeModule, historyModule, trashModule } from '../features/history/module.ts';
import { importCompareModule, importReviewModule, importsModule } from '../features/imports/module.ts';
import { jobsModule } from '../features/jobs/module.ts';
import { words as loginWords } from '../features/login/words.ts';
import { mobileConfigsModule } from '../features/mobile-configs/module.ts';
import { profileModule } from '../features/profile/module.ts';
import { reportsModule } from '../features/reports/module.ts';
import {
  catalogueSettingsModule,
  generalSettingsModule,
  mediaSettingsModule,
  settingsModule,
  signInSettingsModule,
  systemModule,
} from '../features/settings/module.ts';
import { sheetsModule } from '../features/sheets/module.ts';
import { storyBooksModule } from '../features/story-books/module.ts';
import { studioModule } from '../features/studio/module.ts';
import { subCategoriesModule } from '../features/sub-categories/module.ts';
import { rolesModule, securityLogModule, userModule, usersModule } from '../features/users/module.ts';
import type { Module } from '../lib/module.ts';

/**
 * The parts of the application, in the order of the sidebar. Store, router, sidebar, catalogue of words and the tests' fake
 * server follow from it.
 */
export const modules = {
  dashboard: dashboardModule,
  books: booksModule,
  authors: authorsModule,
  studio: studioModule,
  imports: importsModule,
  importReview: importReviewModule,
  importCompare: importCompareModule,
  categories: categoriesModule,
  subCategories: subCategoriesModule,
  collections: collectionsModule,
  storyBooks: storyBooksModule,
  challenges: challengesModule,
  mobileConfigs: mobileConfigsModule,
  analytics: analyticsModule,
  users: usersModule,
  roles: rolesModule,
  user: userModule,
  reports: reportsModule,
  settings: settingsModule,
  generalSettings: generalSettingsModule,
  catalogueSettings: catalogueSettingsModule,
  mediaSettings: mediaSettingsModule,
  signInSettings: signInSettingsModule,
  system: systemModule,
  securityLog: securityLogModule,
  profile: profileModule,
  jobs: jobsModule,
  change: changeModule,
  history: historyModule,
  trash: trashModule,
  sheets: sheetsModule,
  // Outside the frame: the router knows its screen.
  login: { words: loginWords },
} satisfies Record<string, Module>;

export type Modules = typeof modules;
export type ModuleName = keyof Modules;

export const moduleList = Object.entries<Module>(modules).map(([name, module]) => ({
  ...module,
  name: name as ModuleName,
}));

/** What the store keeps beside session, activity and settings. */
export const moduleSlices = moduleList.flatMap(({ slice }) => slice ?? []);
