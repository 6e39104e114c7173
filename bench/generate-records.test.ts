import { beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { generateBooks } from './generate-books.ts';
import { generateRecords } from './generate-records.ts';

const RECORDS = 40;
const query = { page: 1, items_per_page: limits.maxPageSize, search: '' };

eachDatabase('generated records', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  let categoriesBefore: number;
  beforeAll(async () => {
    await generateBooks(catalogue.database, 30);
    categoriesBefore = (await catalogue.categories.list(query)).total;
    await generateRecords(catalogue.database, RECORDS, 30);
  });

  test('are returned by the services with their books and text items', async () => {
    const collections = await catalogue.collections.list({ ...query, language: undefined });
    expect([collections.total, collections.items.length]).toEqual([RECORDS, RECORDS]);
    for (const { books } of collections.items) expect(new Set(books.map(({ code }) => code)).size).toBe(8);
    const challenges = await catalogue.challenges.list({ ...query, sort: undefined });
    expect([challenges.total, challenges.items[0]?.items.length]).toEqual([RECORDS, 8]);
    const stories = await catalogue.storyBooks.list(query);
    expect(stories.total).toBe(RECORDS);
    for (const { story_items } of stories.items)
      expect(story_items.map(({ book }) => typeof book?.name)).toEqual(['string', 'string', 'string']);
    expect((await catalogue.mobileConfigs.list(query)).total).toBe(RECORDS);
    const categories = await catalogue.categories.list(query);
    expect(categories.total).toBe(categoriesBefore + RECORDS);
    expect(categories.items).toHaveLength(Math.min(categories.total, limits.maxPageSize));
  });

  test('allow more records in the catalogue', async () => {
    const { id } = await catalogue.addCategory('One more');
    expect((await catalogue.categories.list({ ...query, search: 'one more' })).items[0]?.id).toBe(id);
    const collection = await catalogue.collections.create({ title: 'One more' }, contextWith());
    expect(collection.id).toBeGreaterThan(RECORDS);
  });
});
