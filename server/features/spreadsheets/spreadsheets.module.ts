import type { Sessions } from '#server/core/auth/sessions';
import { type Core, type Feature, defineFeature } from '#server/app/feature';
import { type Services, createSpreadsheetKinds } from '#server/app/modules';
import { authorSpreadsheet } from './author-spreadsheet.ts';
import { type SpreadsheetJobDeps, createSpreadsheetJob } from './spreadsheets.jobs.ts';
import { registerSpreadsheets, spreadsheetRoutes } from './spreadsheets.routes.ts';
import {
  type SpreadsheetService,
  createSpreadsheetService,
  deleteOldSpreadsheets,
} from './spreadsheets.service.ts';

interface Deps extends Core, Pick<SpreadsheetJobDeps, 'undoEntry'> {
  readonly services: Services;
  readonly sessions: Sessions;
}

interface SpreadsheetsFeature extends Feature {
  /** Undoes spreadsheet imports. */
  readonly spreadsheets: SpreadsheetService;
}

/** Downloads and imports of lists as spreadsheets. */
export function createSpreadsheetsFeature(deps: Deps): SpreadsheetsFeature {
  const { config, database, jobs, settings, services, sessions, undoEntry } = deps;
  const kinds = createSpreadsheetKinds(services, { database, settings });
  const spreadsheets = createSpreadsheetService({ database, jobs, kinds });
  return defineFeature({
    name: 'spreadsheets',
    spreadsheets,
    routes: () => spreadsheetRoutes(spreadsheets),
    register: ({ app }) =>
      registerSpreadsheets(app, sessions, { ...kinds, authors: authorSpreadsheet(services.books.authors) }),
    jobs: () => [createSpreadsheetJob({ database, kinds, adminEmail: config.adminEmail, undoEntry })],
    cleanUp: () => deleteOldSpreadsheets(database),
  });
}
