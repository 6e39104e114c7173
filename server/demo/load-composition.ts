import type { Book } from '#contract/books/books';
import type { Dependencies } from '#server/app/dependencies';
import type { DemoBlock } from './content/demo-types.ts';
import { demoChallenges, demoMobileConfigs } from './demo-catalogue.ts';
import { everything, demoContext, withImage } from './lists.ts';
import { codesOf } from './load-curation.ts';

const noFilters = { language: undefined, sort: undefined } as const;

export async function loadChallenges(
  dependencies: Dependencies,
  books: ReadonlyMap<string, Book>,
): Promise<void> {
  const { challenges } = dependencies.services;
  const present = await everything((page) => challenges.list({ ...page, ...noFilters }));
  const titles = new Set(present.map(({ title }) => title));
  for (const { title, description, dayCount, image, books: slugs } of demoChallenges) {
    if (titles.has(title)) continue;
    const items = codesOf(books, slugs).map((book_code, order_index) => ({ book_code, order_index }));
    const context = await withImage(dependencies, image);
    await challenges.create({ title, description, day_count: dayCount, is_active: true, items }, context);
  }
}

export async function loadMobileConfigs({ services }: Dependencies): Promise<void> {
  const { mobileConfigs, collections, storyBooks, challenges, categories } = services;
  const present = await everything((page) => mobileConfigs.list(page));
  const titles = new Set(present.map(({ title }) => title));
  if (demoMobileConfigs.every(({ title }) => titles.has(title))) return;
  const idsOf = (records: readonly { id: number; title: string }[]) =>
    new Map(records.map(({ id, title }) => [title, id]));
  const collectionIds = idsOf(await everything((page) => collections.list({ ...page, ...noFilters })));
  const ids: Readonly<Record<DemoBlock['type'], ReadonlyMap<string, number>>> = {
    one_collection: collectionIds,
    list_collection: collectionIds,
    story_book: idsOf(await everything((page) => storyBooks.list(page))),
    challenges: idsOf(await everything((page) => challenges.list({ ...page, ...noFilters }))),
    categories: new Map(
      (await everything((page) => categories.list(page))).map(({ id, code }) => [code, id]),
    ),
  };
  for (const { title, isMainService, blocks } of demoMobileConfigs) {
    if (titles.has(title)) continue;
    const config = blocks.map((block) => ({
      title: block.title,
      type: block.type,
      data: ('item' in block ? [block.item] : block.items).map((name) => ids[block.type].get(name) ?? 0),
    }));
    await mobileConfigs.create({ title, is_main_service: isMainService, config }, demoContext);
  }
}
