import { afterAll, expect, test } from 'vitest';
import type { ContentTextItemInput } from '#contract/book-content/book-content';
import { readBookContent } from '#server/features/book-content/book-content-rows';
import { saveBookContent } from '#server/features/book-content/save-book-content';
import { eachDatabase } from '#server/testing/databases';
import { createCatalogue } from '#server/testing/factories';
import { epubChapters, makeEpub } from '#server/testing/epub-files';
import { openImportsOn } from '#server/testing/import-batches';
import { makeImage } from '#server/testing/media-files';
import { settingsOf } from '#server/testing/settings';
const epub = (title: string) =>
  makeEpub({ title, author: 'Ada Marsh', chapters: epubChapters(['lamp', 'storm', 'morning']) });

eachDatabase('imports into edited books', async (openEmpty, engine) => {
  const database = await openEmpty();
  const batches = await openImportsOn(database, engine);

  afterAll(() => batches.close());

  test('locks fields that a user edited', async () => {
    const [first] = await batches.uploadBatch({ 'l.epub': epub('Locked') });
    const { id, version } = await batches.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    await batches.books.update({ id, version, name: 'Locked up', description: undefined }, batches.context);
    const [second] = await batches.uploadBatch({
      'l.epub': makeEpub({ title: 'Locked', metadata: '<dc:description>New words.</dc:description>' }),
    });
    const { rows } = await batches.imports.compare(second?.id ?? 0, id, batches.context.permissions);
    const row = (name: string) => rows.find(({ field }) => field === name);
    expect(row('name')).toMatchObject({
      today: 'Locked up',
      found: 'Locked',
      is_locked: true,
      is_proposed: false,
    });
    expect(row('description')).toMatchObject({ today: '', is_locked: false, is_proposed: true });
    expect(row('author')).toMatchObject({ is_locked: false, is_same: true });
  });

  test('names categories in a comparison', async () => {
    const catalogue = createCatalogue(database);
    const sea = await catalogue.addCategory('Tales of the sea');
    const ships = await catalogue.addSubCategory('Ships', sea.code);
    const [first] = await batches.uploadBatch({ 's.epub': epub('Categorised') });
    const acceptInput = { id: first?.id ?? 0, version: undefined, book_version: undefined };
    const { id, version } = await batches.imports.accept(acceptInput, batches.context);
    await batches.books.update(
      { id, version, category_code: sea.code, description: undefined },
      batches.context,
    );
    const [second] = await batches.uploadBatch({ 's.epub': epub('Categorised') });
    await batches.imports.update(
      { id: second?.id ?? 0, version: undefined, category_code: sea.code, sub_category_code: ships.code },
      batches.context,
    );
    const { rows } = await batches.imports.compare(second?.id ?? 0, id, batches.context.permissions);
    expect(rows.find(({ field }) => field === 'category')).toMatchObject({
      today: 'Tales of the sea',
      found: 'Tales of the sea / Ships',
      is_same: false,
    });
  });

  test('locks chapters that a user changed, but not chapters that were only aligned', async () => {
    const [first] = await batches.uploadBatch({
      'c.epub': epub('Chaptered'),
      'cover.png': await makeImage('png'),
    });
    const { id } = await batches.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    const [second] = await batches.uploadBatch({ 'c.epub': epub('Chaptered') });
    const rowOf = async (name: string) =>
      (await batches.imports.compare(second?.id ?? 0, id, batches.context.permissions)).rows.find(
        ({ field }) => field === name,
      );
    const save = (change: (before: string) => Partial<ContentTextItemInput>) =>
      database.kysely.transaction().execute(async (trx) => {
        const { chapters } = await readBookContent(trx, id, true);
        const order = chapters.map(({ id: chapterId, text_items = [] }) => ({
          id: chapterId,
          text_items: text_items.map((item) => ({ id: item.id, ...change(item.text) })),
        }));
        const settings = { ...settingsOf().values(), trashDays: 30 };
        await saveBookContent(trx, { id, chapters: order }, { userId: null, settings });
      });
    expect(await rowOf('cover')).toMatchObject({ is_locked: false });
    expect(await rowOf('chapters')).toMatchObject({ is_locked: false, is_proposed: true });
    await save(() => ({ start: 1, end: 2, state: 'aligned' }));
    expect(await rowOf('chapters')).toMatchObject({ is_locked: false, is_proposed: true });
    await save((text) => ({ text: `${text} Corrected.` }));
    expect(await rowOf('chapters')).toMatchObject({ is_locked: true, is_proposed: false });
    await database.kysely
      .updateTable('files')
      .set({ created_at: new Date(Date.now() + 60_000).toISOString() })
      .execute();
    expect(await rowOf('cover')).toMatchObject({ is_locked: true, is_proposed: false });
  });
});
