import type { QueryOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import type { CamelCase, ResourceName } from '#contract/core/record-types';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { publishers } from '#contract/publishers/publishers';
import { series } from '#contract/series/series';
import { storyBooks } from '#contract/story-books/story-books';
import { subCategories } from '#contract/sub-categories/sub-categories';
import type { Database } from '#server/core/db/open';
import { resourceRoutes } from '#server/core/http/resource.routes';
import type { ServiceOf } from '#server/core/resource/resource-service';
import type { RouteDefinition } from '#server/core/http/routes';
import type { FileStorage } from '#server/core/media/file-storage';
import { contributorRoutes } from '#server/features/contributors/contributors.routes';
import { authorRoutes } from '#server/features/contributors/authors.routes';
import { restoreContent } from '#server/features/book-content/restore-content';
import { createBookService } from '#server/features/books/books.service';
import { firstBookLists } from '#server/features/books/first-book-lists';
import { createCategoryService } from '#server/features/categories/categories.service';
import { createChallengeService } from '#server/features/challenges/challenges.service';
import { createCollectionService } from '#server/features/collections/collections.service';
import { createMobileConfigService } from '#server/features/mobile-configs/mobile-configs.service';
import { proposedCodeRoutes } from '#server/core/resource/proposed-codes.routes';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import type { AnyService } from '#server/core/resource/resource-service';
import type { WithLifecycle, RecordLifecycle } from '#server/core/resource/lifecycle';
import { createPublisherService } from '#server/features/publishers/publishers.service';
import { createSeriesService } from '#server/features/series/series.service';
import { storyBookRoutes } from '#server/features/story-books/story-books.routes';
import { createStoryBookService } from '#server/features/story-books/story-books.service';
import { createSubCategoryService } from '#server/features/sub-categories/sub-categories.service';
import { idOfBookCode } from '#server/core/resource/book-code';
import { categoryByCode, subCategoryByCode } from '#server/core/resource/category-codes';
import { allBooks } from '#server/features/books/all-books';
import { customColumns } from '#server/features/spreadsheets/custom-columns';
import {
  bookSpreadsheet,
  categorySpreadsheet,
  challengeSpreadsheet,
  collectionSpreadsheet,
  mobileConfigSpreadsheet,
  publisherSpreadsheet,
  seriesSpreadsheet,
  storyBookSpreadsheet,
  subCategorySpreadsheet,
} from '#server/features/spreadsheets/spreadsheet-columns';
import {
  type Spreadsheet,
  type SpreadsheetDeps,
  type SpreadsheetKind,
  createSpreadsheetKind,
} from '#server/features/spreadsheets/spreadsheet-types';
import { parse } from '#server/core/parse';
import { listOrCorrect } from '#server/core/resource/corrected-list';
import type { Settings } from '#server/core/settings/settings';

/** The dependencies of services. */
interface ModuleDeps extends RetentionPolicy {
  readonly database: Database;
  readonly files: FileStorage;
  readonly settings: Settings;
}

interface Module<Service> {
  readonly declaration: ResourceDeclaration;
  createService(deps: ModuleDeps): Service;
  /** Returns the five routes of every resource. */
  routesOf(service: Service, database: Database): RouteDefinition[];
  /** Returns the other routes. */
  otherRoutesOf(service: Service): RouteDefinition[];
  /** Returns the number of records that match a query. */
  countOf(service: Service, query: object): Promise<number>;
  spreadsheetOf(service: Service, deps: SpreadsheetDeps): SpreadsheetKind;
}

/** Defines a resource on the server: its declaration, its service, its spreadsheet, and its routes in addition to the derived ones. */
function defineModule<R extends ResourceDeclaration, Service extends ServiceOf<R> & WithLifecycle>(module: {
  readonly declaration: R;
  createService(deps: ModuleDeps): Service;
  readonly spreadsheet: Spreadsheet<R>;
  routes?(service: Service): RouteDefinition[];
  /** The lists that are read before the server reports ready. Default: the first page. */
  readonly firstQueries?: Parameters<typeof resourceRoutes>[2];
}): Module<Service> {
  return {
    declaration: module.declaration,
    createService: module.createService,
    routesOf: (service, database) =>
      resourceRoutes(
        module.declaration,
        { ...service, list: (query) => listOrCorrect(database.kysely, query, service.list) },
        module.firstQueries,
      ),
    otherRoutesOf: (service) => module.routes?.(service) ?? [],
    countOf: async (service, query) =>
      (await service.list(parse(module.declaration.query, query) as QueryOf<R>)).total,
    spreadsheetOf: (service, deps) => createSpreadsheetKind({ ...module, service }, deps),
  };
}

/** The resources in the order of the API reference. Each resource of the contract has a module. */
const modules = {
  books: defineModule({
    declaration: books,
    createService: (deps) => createBookService({ ...deps, restoreContent }),
    spreadsheet: {
      columns: bookSpreadsheet,
      moreColumns: ({ settings }) => customColumns(settings.values().custom_fields),
      find: (_deps, code) => Promise.resolve(idOfBookCode(code.toUpperCase())),
      all: ({ read, settings }, query) => allBooks(read, query, settings.values()),
    },
    routes: (service) => [...authorRoutes(service), ...contributorRoutes(service)],
    firstQueries: firstBookLists,
  }),
  categories: defineModule({
    declaration: categories,
    createService: createCategoryService,
    spreadsheet: {
      columns: categorySpreadsheet,
      find: async ({ database }, code) => (await categoryByCode(database.kysely, { code }))[0]?.id ?? 0,
    },
    routes: (service) => proposedCodeRoutes('categories', service),
  }),
  subCategories: defineModule({
    declaration: subCategories,
    createService: createSubCategoryService,
    spreadsheet: {
      columns: subCategorySpreadsheet,
      find: async ({ database }, code) => (await subCategoryByCode(database.kysely, { code }))[0]?.id ?? 0,
    },
    routes: (service) => proposedCodeRoutes('sub-categories', service),
  }),
  challenges: defineModule({
    declaration: challenges,
    createService: createChallengeService,
    spreadsheet: { columns: challengeSpreadsheet },
  }),
  mobileConfigs: defineModule({
    declaration: mobileConfigs,
    createService: createMobileConfigService,
    spreadsheet: { columns: mobileConfigSpreadsheet },
  }),
  collections: defineModule({
    declaration: collections,
    createService: createCollectionService,
    spreadsheet: { columns: collectionSpreadsheet },
  }),
  series: defineModule({
    declaration: series,
    createService: createSeriesService,
    spreadsheet: { columns: seriesSpreadsheet },
  }),
  publishers: defineModule({
    declaration: publishers,
    createService: createPublisherService,
    spreadsheet: { columns: publisherSpreadsheet },
  }),
  storyBooks: defineModule({
    declaration: storyBooks,
    createService: createStoryBookService,
    spreadsheet: { columns: storyBookSpreadsheet },
    routes: storyBookRoutes,
  }),
} satisfies Record<CamelCase<ResourceName>, unknown>;

/** The services of the resources, which the routes and the demo catalogue use. */
export type Services = {
  readonly [Name in keyof typeof modules]: ReturnType<(typeof modules)[Name]['createService']>;
};

type ModuleName = keyof Services;
const byName: { readonly [Name in ModuleName]: Module<Services[Name]> } = modules;
const names = Object.keys(byName) as ModuleName[];

export function createServices(deps: ModuleDeps): Services {
  return Object.fromEntries(names.map((name) => [name, byName[name].createService(deps)])) as Services;
}

/** The catalogue, live or with the changes of a release. */
export interface Catalogue {
  readonly database: Database;
  readonly services: Services;
}

/** Makes routes read in the release of a request. `routesOf` returns the same routes for the catalogue of a release. */
export type ReadRoutes = (
  live: readonly RouteDefinition[],
  routesOf: (catalogue: Catalogue) => readonly RouteDefinition[],
) => RouteDefinition[];

const otherRoutesOf = <Name extends ModuleName>(name: Name, services: Services): RouteDefinition[] =>
  byName[name].otherRoutesOf(services[name]);

const routesOf = <Name extends ModuleName>(
  name: Name,
  { services, database }: Catalogue,
): RouteDefinition[] => byName[name].routesOf(services[name], database);

/** Returns the routes of all resources. */
export function moduleRoutes(live: Catalogue, readRoutes: ReadRoutes): RouteDefinition[] {
  return names.flatMap((name) => [
    ...routesOf(name, live),
    ...readRoutes(otherRoutesOf(name, live.services), ({ services }) => otherRoutesOf(name, services)),
  ]);
}

const moduleOf = <Name extends ModuleName>(name: Name, services: Services) => {
  const module = byName[name];
  const service = services[name];
  return {
    declaration: module.declaration,
    service,
    count: (query: object) => module.countOf(service, query),
    spreadsheet: (deps: SpreadsheetDeps) => module.spreadsheetOf(service, deps),
  };
};

/** Returns each resource with its service, for code that is shared by all of them. */
export const resourceModules = (services: Services) => names.map((name) => moduleOf(name, services));

/** Creates the spreadsheets of all resources. */
export function createSpreadsheetKinds(
  services: Services,
  {
    database,
    settings,
    read = (run) => run(database),
  }: Omit<SpreadsheetDeps, 'read'> & Partial<Pick<SpreadsheetDeps, 'read'>>,
): Readonly<Record<ResourceName, SpreadsheetKind>> {
  return Object.fromEntries(
    resourceModules(services).map(({ declaration, spreadsheet }) => [
      declaration.name,
      spreadsheet({ database, settings, read }),
    ]),
  ) as Record<ResourceName, SpreadsheetKind>;
}

/** Returns the lifecycle handlers of each resource, which undo and restore records. */
export function lifecyclesOf(services: Services): Readonly<Record<AuditLogKind, RecordLifecycle>> {
  const lives = resourceModules(services).map(({ declaration, service }) => [declaration.name, service.life]);
  return { ...Object.fromEntries(lives), authors: services.books.authors.life };
}

/** Returns the services by the names of their resources. */
export const servicesByResource = (services: Services): Readonly<Record<ResourceName, AnyService>> =>
  Object.fromEntries(
    resourceModules(services).map(({ declaration, service }) => [declaration.name, service]),
  ) as unknown as Record<ResourceName, AnyService>;

/** Replaces each service. `wrap` returns a service of the same type. */
export const wrapServices = (
  services: Services,
  wrap: <Service extends AnyService>(service: Service, kind: ResourceName) => Service,
): Services =>
  Object.fromEntries(
    names.map((name) => [name, wrap(services[name] as unknown as AnyService, byName[name].declaration.name)]),
  ) as unknown as Services;
