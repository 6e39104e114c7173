import type { ResourceDeclaration } from '#contract/core/define-resource';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { storyBooks } from '#contract/story-books/story-books';
import { subCategories } from '#contract/sub-categories/sub-categories';
import type { Database } from '#server/core/db/open';
import { resourceRoutes } from '#server/core/http/resource.routes';
import type { ServiceOf } from '#server/core/resource/resource-service';
import type { RouteDefinition } from '#server/core/http/routes';
import type { FileStorage } from '#server/core/media/file-storage';
import { authorRoutes } from '#server/features/authors/authors.routes';
import { createBookService } from '#server/features/books/books.service';
import { firstBookLists } from '#server/features/books/first-book-lists';
import { createCategoryService } from '#server/features/categories/categories.service';
import { createChallengeService } from '#server/features/challenges/challenges.service';
import { createCollectionService } from '#server/features/collections/collections.service';
import { createMobileConfigService } from '#server/features/mobile-configs/mobile-configs.service';
import { proposedCodeRoutes } from '#server/core/resource/proposed-codes.routes';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import type { WithLifecycle, RecordLifecycle } from '#server/core/resource/lifecycle';
import { storyBookRoutes } from '#server/features/story-books/story-books.routes';
import { createStoryBookService } from '#server/features/story-books/story-books.service';
import { createSubCategoryService } from '#server/features/sub-categories/sub-categories.service';
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
  /** Returns all routes of the resource. */
  routesOf(service: Service, database: Database): RouteDefinition[];
}

/** Defines a resource on the server: its declaration, its service, and its routes in addition to the derived ones. */
function defineModule<R extends ResourceDeclaration, Service extends ServiceOf<R> & WithLifecycle>(module: {
  readonly declaration: R;
  createService(deps: ModuleDeps): Service;
  routes?(service: Service): RouteDefinition[];
  /** The lists that are read before the server reports ready. Default: the first page. */
  readonly firstQueries?: Parameters<typeof resourceRoutes>[2];
}): Module<Service> {
  return {
    declaration: module.declaration,
    createService: module.createService,
    routesOf: (service, database) => [
      ...resourceRoutes(
        module.declaration,
        { ...service, list: (query) => listOrCorrect(database.kysely, query, service.list) },
        module.firstQueries,
      ),
      ...(module.routes?.(service) ?? []),
    ],
  };
}

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The resources in the order of the API reference. Each resource of the contract has a module. */
const modules = {
  books: defineModule({
    declaration: books,
    createService: createBookService,
    routes: authorRoutes,
    firstQueries: firstBookLists,
  }),
  categories: defineModule({
    declaration: categories,
    createService: createCategoryService,
    routes: (service) => proposedCodeRoutes('categories', service),
  }),
  subCategories: defineModule({
    declaration: subCategories,
    createService: createSubCategoryService,
    routes: (service) => proposedCodeRoutes('sub-categories', service),
  }),
  challenges: defineModule({ declaration: challenges, createService: createChallengeService }),
  mobileConfigs: defineModule({ declaration: mobileConfigs, createService: createMobileConfigService }),
  collections: defineModule({ declaration: collections, createService: createCollectionService }),
  storyBooks: defineModule({
    declaration: storyBooks,
    createService: createStoryBookService,
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

const routesOf = <Name extends ModuleName>(
  name: Name,
  services: Services,
  database: Database,
): RouteDefinition[] => byName[name].routesOf(services[name], database);

/** Returns the routes of all resources. */
export function moduleRoutes(services: Services, database: Database): RouteDefinition[] {
  return names.flatMap((name) => routesOf(name, services, database));
}

/** Returns each resource with its service, for code that is shared by all of them. */
export const resourceModules = (services: Services) =>
  names.map((name) => ({ declaration: byName[name].declaration, service: services[name] }));

/** Returns the lifecycle handlers of each resource, which undo and restore records. */
export function lifecyclesOf(services: Services): Readonly<Record<AuditLogKind, RecordLifecycle>> {
  const lives = resourceModules(services).map(({ declaration, service }) => [declaration.name, service.life]);
  return { ...Object.fromEntries(lives), authors: services.books.authors.life };
}
