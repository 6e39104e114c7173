import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '#server/app/dependencies';
import { isEmptyList } from './lists.ts';
import { loadBooks } from './load-books.ts';
import { loadChallenges, loadMobileConfigs } from './load-composition.ts';
import {
  loadCategories,
  loadCollections,
  loadPublishers,
  loadSeries,
  loadStoryBooks,
} from './load-curation.ts';
import { loadContributors } from './load-contributors.ts';
import { loadEditions } from './load-editions.ts';
import { loadImports } from './load-imports.ts';
import { loadPast } from './load-past.ts';
import { loadReleases } from './load-releases.ts';

/**
 * Creates the demo catalogue in an empty database through the services, like requests of a user. An interrupted load continues at the next
 * start. A catalogue with other records is not changed.
 */
export async function loadDemo(dependencies: Dependencies): Promise<void> {
  const unfinishedMarker = join(dependencies.config.dataDir, 'demo-unfinished');
  if (!existsSync(unfinishedMarker)) {
    if (!(await isEmpty(dependencies))) return;
    await writeFile(unfinishedMarker, '');
  }
  await loadCategories(dependencies);
  await loadPublishers(dependencies);
  const books = await loadBooks(dependencies);
  await loadContributors(dependencies);
  await loadEditions(dependencies, books);
  await loadCollections(dependencies, books);
  await loadSeries(dependencies, books);
  await loadStoryBooks(dependencies, books);
  await loadChallenges(dependencies, books);
  await loadMobileConfigs(dependencies);
  await loadPast(dependencies, books);
  await loadReleases(dependencies, books);
  await loadImports(dependencies);
  await rm(unfinishedMarker);
}

async function isEmpty({ services }: Dependencies): Promise<boolean> {
  const noFilters = {
    with_chapters: false,
    is_backup: undefined,
    language: undefined,
    category_id: undefined,
    sort: undefined,
  };
  const lists = await Promise.all([
    isEmptyList((page) => services.books.list({ ...page, ...noFilters })),
    isEmptyList((page) => services.categories.list(page)),
    isEmptyList((page) => services.collections.list({ ...page, ...noFilters })),
    isEmptyList((page) => services.series.list(page)),
    isEmptyList((page) => services.publishers.list(page)),
    isEmptyList((page) => services.storyBooks.list(page)),
    isEmptyList((page) => services.challenges.list({ ...page, ...noFilters })),
    isEmptyList((page) => services.mobileConfigs.list(page)),
  ]);
  return lists.every(Boolean);
}
