import type { Sessions } from '#server/core/auth/sessions';
import type { ReadCatalogue } from '#server/features/books/all-books';
import { type Core, type Feature, defineFeature } from '#server/app/feature';
import { type Catalogue, type Services, createSpreadsheetKinds } from '#server/app/modules';
import { authorSpreadsheet } from './author-spreadsheet.ts';
import { type SpreadsheetJobDeps, createSpreadsheetJob } from './spreadsheets.jobs.ts';
import { type ExportedLists, registerSpreadsheets, spreadsheetRoutes } from './spreadsheets.routes.ts';
import {
  type SpreadsheetService,
  createSpreadsheetService,
  deleteOldSpreadsheets,
} from './spreadsheets.service.ts';

interface Deps extends Core, Pick<SpreadsheetJobDeps, 'undoEntry' | 'releases'> {
  readonly services: Services;
  readonly sessions: Sessions;
}

interface SpreadsheetsFeature extends Feature {
  /** Undoes spreadsheet imports. */
  readonly spreadsheets: SpreadsheetService;
}

/** Downloads and imports of lists as spreadsheets. */
export function createSpreadsheetsFeature(deps: Deps): SpreadsheetsFeature {
  const { config, database, jobs, settings, services, releases, sessions, undoEntry } = deps;
  const kindsOf = (catalogue: Catalogue) =>
    createSpreadsheetKinds(catalogue.services, { database: catalogue.database, settings });
  const kinds = kindsOf({ database, services });
  const spreadsheets = createSpreadsheetService({ database, jobs, kinds, kindsOf, releases });
  const lists = { ...kinds, authors: authorSpreadsheet(services.books.authors) };
  /** Returns the lists to download. Each step of a download in a release reads separately, so that it delays no write. */
  const listsIn = async (releaseId: number | undefined): Promise<ExportedLists> => {
    if (releaseId === undefined) return lists;
    // A missing release is an error before the download starts.
    await releases.read(releaseId, () => Promise.resolve());
    const read: ReadCatalogue = (run) => releases.read(releaseId, (catalogue) => run(catalogue.database));
    return {
      ...createSpreadsheetKinds(releases.servicesIn(releaseId), { database, settings, read }),
      authors: authorSpreadsheet({
        listPeople: (query) =>
          releases.read(releaseId, (catalogue) => catalogue.services.books.authors.listPeople(query)),
      }),
    };
  };
  return defineFeature({
    name: 'spreadsheets',
    spreadsheets,
    routes: () => spreadsheetRoutes(spreadsheets),
    register: ({ app }) => registerSpreadsheets(app, sessions, listsIn),
    jobs: () => [
      createSpreadsheetJob({ database, kinds, releases, adminEmail: config.adminEmail, undoEntry }),
    ],
    cleanUp: () => deleteOldSpreadsheets(database),
  });
}
