import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backend } from '#server/backend';
import { readConfig } from '#server/config';
import { openStaging } from '#server/media/staging';
import { createServices } from '#server/modules';
import { eachDatabase } from '#server/testing/databases';
import { createMemoryFileStorage } from '#server/testing/factories';
import { settingsOf } from '#server/testing/settings';
import { everything, nobody } from './lists.ts';
import { loadDemo } from './load-demo.ts';

eachDatabase('the demo', (openEmpty) => {
  let backend: Backend;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
    const config = readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.org' });
    const database = await openEmpty();
    const files = createMemoryFileStorage().storage;
    const staging = await openStaging(join(dataDir, 'staging'), { image: 10 ** 8, audio: 10 ** 8 });
    const services = createServices({ database, files, settings: settingsOf({ provider_name: 'Lectern' }) });
    backend = { config, database, files, staging, services } as Backend;
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const totals = async () => {
    const rows = await backend.database.kysely.selectFrom('record_lists').select(['name', 'total']).execute();
    return Object.fromEntries(rows.map(({ name, total }) => [name, total]));
  };
  const whole = {
    categories: 8,
    sub_categories: 30,
    collections: 12,
    story_books: 10,
    challenges: 9,
    mobile_configs: 3,
  };

  test('leaves alone a catalogue that holds anything', async () => {
    const { categories, collections, storyBooks, mobileConfigs } = backend.services;
    const holders = [
      [categories, () => categories.create({ name: 'One', code: undefined }, nobody)],
      [collections, () => collections.create({ title: 'One' }, nobody)],
      [storyBooks, () => storyBooks.create({ title: 'One' }, nobody)],
      [mobileConfigs, () => mobileConfigs.create({ title: 'One' }, nobody)],
    ] as const;
    for (const [service, add] of holders) {
      const { id } = await add();
      const before = await totals();
      await loadDemo(backend);
      expect(await totals()).toEqual(before);
      await service.remove(id, nobody);
    }
  });

  test('goes on where it was interrupted, and enters nothing twice', async () => {
    const { storyBooks } = backend.services;
    let calls = 0;
    const breaking: typeof storyBooks = {
      ...storyBooks,
      create: async (input, context) => {
        if (++calls > 4) throw new Error('The power went');
        return storyBooks.create(input, context);
      },
    };
    const broken = { ...backend, services: { ...backend.services, storyBooks: breaking } };
    await expect(loadDemo(broken)).rejects.toThrow('The power went');
    expect(await totals()).toMatchObject({ ...whole, story_books: 4, challenges: 0, mobile_configs: 0 });
    await loadDemo(backend);
    expect(await totals()).toEqual(whole);
    expect(await readdir(dataDir)).toEqual(['staging']);
  });

  test('shows pictures, books and texts that are there', async () => {
    const { services } = backend;
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
});
