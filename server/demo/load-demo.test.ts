import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, toDay } from '#contract/analytics/periods';
import { localTimeOf } from '#contract/releases/time-zones';
import { type Dependencies, createDependencies } from '#server/app/dependencies';
import { openDiskStore } from '#server/core/blobs/disk';
import { readConfig } from '#server/app/config';
import { createAccounts } from '#server/core/auth/accounts';
import { createAnalytics } from '#server/features/analytics/analytics';
import { createProjection } from '#server/features/catalogue-health/projection/projection';
import { createReleasesFeature } from '#server/features/releases/releases.module';
import { eachDatabase } from '#server/testing/databases';
import { everything, demoContext } from './lists.ts';
import { loadBooks } from './load-books.ts';
import { checkDatabase } from '#server/features/system/check/database';
import { loadDemo } from './load-demo.ts';
import { loadReleases } from './load-releases.ts';

const allBooks = {
  with_chapters: true,
  is_backup: undefined,
  language: undefined,
  category_id: undefined,
  sort: undefined,
} as const;

eachDatabase('the demo', async (openEmpty) => {
  let dependencies: Dependencies;
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-demo-'));

  beforeAll(async () => {
    const config = readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.org' });
    const database = await openEmpty();
    await createAccounts(database.kysely).ensureAdmin('admin@example.org', 'correct horse 9', 'Ada');
    const store = await openDiskStore(join(dataDir, 'blobs'));
    dependencies = await createDependencies({ config, database, store });
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const totals = async () => {
    const rows = await dependencies.database.kysely
      .selectFrom('record_lists')
      .select(['name', 'total'])
      .execute();
    return Object.fromEntries(rows.map(({ name, total }) => [name, total]));
  };
  const whole = {
    categories: 8,
    sub_categories: 30,
    collections: 12,
    series: 2,
    publishers: 3,
    story_books: 10,
    challenges: 9,
    mobile_configs: 3,
  };
  const readImports = () =>
    dependencies.database.kysely.selectFrom('imports').select(['name', 'state']).execute();

  test('does not change a catalogue with any records', async () => {
    const { categories, collections, series, publishers, storyBooks, mobileConfigs } = dependencies.services;
    const holders = [
      [categories, () => categories.create({ name: 'One', code: undefined }, demoContext)],
      [collections, () => collections.create({ title: 'One' }, demoContext)],
      [publishers, () => publishers.create({ name: 'One' }, demoContext)],
      [series, () => series.create({ title: 'One' }, demoContext)],
      [storyBooks, () => storyBooks.create({ title: 'One' }, demoContext)],
      [mobileConfigs, () => mobileConfigs.create({ title: 'One' }, demoContext)],
    ] as const;
    for (const [service, add] of holders) {
      const { id } = await add();
      const before = await totals();
      await loadDemo(dependencies);
      expect(await totals()).toEqual(before);
      await service.remove(id, demoContext);
    }
  });

  test('continues an interrupted load without duplicates', async () => {
    const { storyBooks } = dependencies.services;
    let calls = 0;
    const failingStoryBooks: typeof storyBooks = {
      ...storyBooks,
      create: async (input, context) => {
        if (++calls > 4) throw new Error('The power went');
        return storyBooks.create(input, context);
      },
    };
    const brokenDependencies = {
      ...dependencies,
      services: { ...dependencies.services, storyBooks: failingStoryBooks },
    };
    await expect(loadDemo(brokenDependencies)).rejects.toThrow('The power went');
    expect(await totals()).toMatchObject({ ...whole, story_books: 4, challenges: 0, mobile_configs: 0 });
    expect(await readImports()).toEqual([]);
    await loadDemo(dependencies);
    expect(await totals()).toEqual(whole);
    expect(await readImports()).toHaveLength(2);
    expect(await readdir(dataDir)).not.toContain('demo-unfinished');
  });

  test('has chapters in every book, and times in texts, some of them with low confidence', async () => {
    const { services, bookContents } = dependencies;
    const books = await everything((page) => services.books.list({ ...allBooks, ...page }));
    for (const { name, chapters = [], chapter_count, duration } of books) {
      expect([name, chapters.length]).toEqual([name, chapter_count]);
      const seconds = chapters.reduce((sum, chapter) => sum + chapter.duration, 0);
      expect(Math.abs(seconds - duration), name).toBeLessThanOrEqual(2);
    }
    const first = books.find(({ name }) => name === 'The Clockmaker of Pennyfold');
    const editions = books.filter(({ edition_of }) => edition_of?.id === first?.id);
    expect(editions.map(({ language }) => language)).toEqual([2, 4]);
    const bookContent = await bookContents.read(first?.id ?? 0, true);
    for (const { text_items = [] } of bookContent.chapters)
      for (const { text, start, end, sentences } of text_items) {
        expect((end ?? 0) - (start ?? 0)).toBeGreaterThan(1);
        for (const { from, to } of sentences) expect(text.slice(from, to)).toBe(text.slice(from, to).trim());
      }
    const states = await dependencies.database.kysely
      .selectFrom('text_items')
      .select('time_state')
      .distinct()
      .execute();
    expect(states).toEqual([{ time_state: 'aligned' }]);
  });

  test('has a draft and a scheduled release without problems, each once', async () => {
    const { service, comments } = createReleasesFeature(dependencies);
    const list = () => service.list(undefined);
    const [, draft] = await list();
    expect(draft?.name).toBe('Mystery Nights');
    // As an interrupted load leaves it.
    await dependencies.database.kysely
      .deleteFrom('release_comments')
      .where('release_id', '=', draft?.id ?? 0)
      .execute();
    const books = await loadBooks(dependencies);
    await loadReleases(dependencies, books);
    await loadReleases(dependencies, books);
    const releases = await list();
    expect(
      releases.map(({ name, status, change_count, owner }) => [name, status, change_count, owner?.name]),
    ).toEqual([
      ['Mystery Nights', 'draft', 4, 'Ada'],
      ['Week of the Sea', 'scheduled', 5, 'Ada'],
    ]);
    const { publish_at, ends_at } = releases[1] ?? {};
    const weeks = (Date.parse(publish_at ?? '') - Date.now()) / (7 * 86_400_000);
    expect([weeks >= 3, weeks <= 4.1]).toEqual([true, true]);
    expect(localTimeOf(publish_at ?? '', 'Europe/Istanbul')).toMatch(/T09:00$/);
    expect(Date.parse(ends_at ?? '') - Date.parse(publish_at ?? '')).toBe(7 * 86_400_000);
    for (const { id } of releases) {
      const { items } = await service.changes(id);
      expect(items.map(({ problem, user }) => [problem, user?.name])).toEqual(items.map(() => [null, 'Ada']));
      expect(items.map(({ kind, action }) => `${kind} ${action}`)).toEqual(
        expect.arrayContaining(['collections created', 'mobile-configs changed', 'books changed']),
      );
      expect(await comments.list(id)).toMatchObject([{ user: { name: 'Ada' } }]);
    }
    expect(await totals()).toEqual(whole);
  });

  test('has analytics for months', async () => {
    const { database, services } = dependencies;
    const report = createAnalytics(database, createProjection(database));
    const { periods, deliveries, delivered } = await report({
      from: addDays(toDay(new Date()), -364),
      to: undefined,
      language: undefined,
      category_code: undefined,
      is_backup: undefined,
    });
    const { total } = await services.books.list({ ...allBooks, page: 1, items_per_page: 1, search: '' });
    expect(periods.filter(({ added }) => added > 0).length).toBeGreaterThanOrEqual(10);
    expect(periods.at(-1)?.books).toBe(total);
    expect(deliveries.filter(({ calls }) => calls > 0).length).toBeGreaterThanOrEqual(6);
    expect(delivered.map(({ title }) => title)).not.toContain(null);
    expect(delivered[0]?.title).toBe('Home, Main Service');
  });

  test('shows existing images, books and texts', async () => {
    const { services } = dependencies;
    const categories = await everything((page) => services.categories.list(page));
    expect(categories.filter(({ image_url }) => image_url === null)).toEqual([]);
    const collections = await everything((page) =>
      services.collections.list({ ...page, language: undefined }),
    );
    expect(collections.filter(({ image, books }) => image === null || books.length === 0)).toEqual([]);
    const stories = await everything((page) => services.storyBooks.list(page));
    const items = stories.flatMap(({ story_items }) => story_items);
    expect([items.length > 0, items.filter(({ book }) => book === null)]).toEqual([true, []]);
  });

  test('passes the check of the database, also after interrupted loads', async () => {
    expect(await checkDatabase(dependencies.database)).toEqual([]);
  });
});
