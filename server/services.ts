import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import type { FileKeeper } from './media/file-keeper.ts';
import { createBookService } from './resources/books/books.service.ts';
import { createCategoryService } from './resources/categories/categories.service.ts';
import { createMobileConfigService } from './resources/mobile-configs/mobile-configs.service.ts';
import { createChallengeService } from './resources/challenges/challenges.service.ts';
import { createCollectionService } from './resources/collections/collections.service.ts';
import { createStoryBookService } from './resources/story-books/story-books.service.ts';
import { createSubCategoryService } from './resources/sub-categories/sub-categories.service.ts';

/** The services behind the resources: what routes and the demo catalogue both go through. */
export function createServices(deps: { config: Config; database: Database; files: FileKeeper }) {
  const { config, database, files } = deps;
  return {
    books: createBookService({ database, files, providerName: config.providerName }),
    categories: createCategoryService({ database, files }),
    challenges: createChallengeService({ database, files }),
    mobileConfigs: createMobileConfigService({ database, files }),
    collections: createCollectionService({ database, files }),
    storyBooks: createStoryBookService({ database, files }),
    subCategories: createSubCategoryService({ database, files }),
  };
}

export type Services = ReturnType<typeof createServices>;
