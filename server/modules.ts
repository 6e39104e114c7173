import type { ResourceDeclaration } from '#contract/define-resource';
import type { JournalKind } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import { books } from '#contract/resources/books';
import { categories } from '#contract/resources/categories';
import { challenges } from '#contract/resources/challenges';
import { collections } from '#contract/resources/collections';
import { mobileConfigs } from '#contract/resources/mobile-configs';
import { storyBooks } from '#contract/resources/story-books';
import { subCategories } from '#contract/resources/sub-categories';
import type { Database } from './db/open.ts';
import { resourceRoutes } from './http/resource-routes.ts';
import type { ServiceOf } from './http/resource-service.ts';
import type { RouteDefinition } from './http/routes.ts';
import type { FileStorage } from './media/file-storage.ts';
import { authorRoutes } from './resources/books/author-routes.ts';
import { createBookService } from './resources/books/books.service.ts';
import { createCategoryService } from './resources/categories/categories.service.ts';
import { createChallengeService } from './resources/challenges/challenges.service.ts';
import { createCollectionService } from './resources/collections/collections.service.ts';
import { createMobileConfigService } from './resources/mobile-configs/mobile-configs.service.ts';
import { proposedCodeRoutes } from './resources/proposed-code-routes.ts';
import type { Keeping } from './resources/let-go.ts';
import type { Living, RecordLife } from './resources/record-life.ts';
import { storyBookRoutes } from './resources/story-books/story-book-routes.ts';
import { createStoryBookService } from './resources/story-books/story-books.service.ts';
import { createSubCategoryService } from './resources/sub-categories/sub-categories.service.ts';
import type { Settings } from './settings/settings.ts';

/** What a service may be made of. */
interface ModuleDeps extends Keeping {
  readonly database: Database;
  readonly files: FileStorage;
  readonly settings: Settings;
}

interface Module<Service> {
  readonly declaration: ResourceDeclaration;
  createService(deps: ModuleDeps): Service;
  /** All calls of the resource. */
  routesOf(service: Service): RouteDefinition[];
}

/** A resource on the server: its declaration, the service behind it, and the calls it has beside the derived ones. */
function defineModule<R extends ResourceDeclaration, Service extends ServiceOf<R> & Living>(module: {
  readonly declaration: R;
  createService(deps: ModuleDeps): Service;
  routes?(service: Service): RouteDefinition[];
}): Module<Service> {
  return {
    declaration: module.declaration,
    createService: module.createService,
    routesOf: (service) => [
      ...resourceRoutes(module.declaration, service),
      ...(module.routes?.(service) ?? []),
    ],
  };
}

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The resources, in the order of the API reference. Each name of the contract has its module here. */
const modules = {
  books: defineModule({ declaration: books, createService: createBookService, routes: authorRoutes }),
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

/** The services behind the resources: what routes and the demo catalogue both go through. */
export type Services = {
  readonly [Name in keyof typeof modules]: ReturnType<(typeof modules)[Name]['createService']>;
};

type ModuleName = keyof Services;
const byName: { readonly [Name in ModuleName]: Module<Services[Name]> } = modules;
const names = Object.keys(byName) as ModuleName[];

export function createServices(deps: ModuleDeps): Services {
  return Object.fromEntries(names.map((name) => [name, byName[name].createService(deps)])) as Services;
}

const routesOf = <Name extends ModuleName>(name: Name, services: Services): RouteDefinition[] =>
  byName[name].routesOf(services[name]);

/** The calls of all resources. */
export function moduleRoutes(services: Services): RouteDefinition[] {
  return names.flatMap((name) => routesOf(name, services));
}

/** Every resource with the service behind it, for what is the same for all of them. */
export const livingModules = (services: Services) =>
  names.map((name) => ({ declaration: byName[name].declaration, service: services[name] }));

/** How records of each kind are taken back and restored. */
export function livesOf(services: Services): Readonly<Record<JournalKind, RecordLife>> {
  return {
    books: services.books.life,
    authors: services.books.authors.life,
    categories: services.categories.life,
    'sub-categories': services.subCategories.life,
    collections: services.collections.life,
    'story-books': services.storyBooks.life,
    'mobile-configs': services.mobileConfigs.life,
    challenges: services.challenges.life,
  };
}
