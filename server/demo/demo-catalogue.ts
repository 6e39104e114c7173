import { join } from 'node:path';
import { packageRoot } from '#server/core/package-root';

export { demoAuthors } from './content/demo-authors.ts';
export { demoBooks } from './content/demo-books.ts';
export { demoCategories } from './content/demo-categories.ts';
export { demoChallenges } from './content/demo-challenges.ts';
export { demoCollections } from './content/demo-collections.ts';
export { demoContributors } from './content/demo-contributors.ts';
export { demoEditions } from './content/demo-editions.ts';
export { demoMobileConfigs } from './content/demo-mobile-configs.ts';
export { demoPublishers, publisherOf } from './content/demo-publishers.ts';
export { demoReleases } from './content/demo-releases.ts';
export { demoSeries } from './content/demo-series.ts';
export { demoStoryBooks } from './content/demo-story-books.ts';
export type * from './content/demo-types.ts';

/** The folder of images and audio. The compiler does not copy media, so compiled code reads them from the source folder. */
export const demoMediaRoot = join(packageRoot, 'server/demo/media');
