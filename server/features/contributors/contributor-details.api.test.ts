import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContributorDetails } from '#contract/contributors/contributors';
import { allPermissions } from '#contract/core/permissions';
import type { Database } from '#server/core/db/open';
import { checkDatabase } from '#server/features/system/check/database';
import { eachBlobStore } from '#server/testing/blob-stores';
import { type FormFile, type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';

const links = [
  { label: 'Website', url: 'https://marsh.example' },
  { label: 'Films', url: 'http://films.example/ada?page=2' },
];
const localized_biographies = [{ language: 'fr', biography: 'Née au bord\nde la mer.' }];

eachDatabase('images, links and biographies of contributors', (openEmpty) => {
  eachBlobStore((store) => {
    let database: Database;
    let api: TestApp;
    let token: string;
    let png: FormFile;
    let path: string;

    beforeAll(async () => {
      database = await openEmpty();
      api = await buildTestApp(database, store().blobs, { maxImageBytes: 200_000 });
      token = await api.tokenFor(allPermissions);
      png = { bytes: await makeImage('png', { width: 300, height: 200 }), name: 'a.png' };
      const json = { name: 'Salt', author: { name: 'Ada Marsh' } };
      const { body } = await api.call('POST', '/api/books/create', { token, json });
      path = `/api/contributors/${body.data.author.id}`;
    });
    afterAll(() => api.close());

    const read = async (): Promise<ContributorDetails> => (await api.call('GET', path, { token })).body.data;
    const update = (json: object, by = token) => api.call('PUT', path, { token: by, json });
    const upload = (form: Record<string, string | FormFile>) => api.call('PUT', path, { token, form });
    const statusOf = async (url: string | null | undefined) => (await api.call('GET', String(url))).status;
    const blobCount = async () => {
      const keys: string[] = [];
      for await (const { key } of store().blobs.list()) keys.push(key);
      return keys.length;
    };
    const lastEntry = async () => {
      const entry = await database.kysely
        .selectFrom('audit_log')
        .select('id')
        .where('kind', '=', 'authors')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return (await api.call('GET', `/api/audit-log/${entry.id}`, { token })).body.data;
    };
    const undo = async () => api.call('POST', `/api/audit-log/${(await lastEntry()).id}/undo`, { token });

    test('are empty at first', async () => {
      expect(await read()).toMatchObject({
        image: null,
        thumbnail_url: null,
        links: [],
        localized_biographies: [],
      });
    });

    test('store an image with the contributor, replace it, and serve the earlier one again after an undo', async () => {
      const { status, body } = await upload({ image: png, links: JSON.stringify(links) });
      expect([status, body.data.links]).toEqual([200, links]);
      const { image, thumbnail_url } = await read();
      expect([await statusOf(image), await statusOf(thumbnail_url)]).toEqual([200, 200]);
      const { items } = (await api.call('GET', '/api/contributors', { token })).body.data;
      expect(items[0]).toMatchObject({ thumbnail_url });
      expect(await blobCount()).toBe(2);
      await upload({ image: png });
      expect([await statusOf(image), await blobCount()]).toEqual([404, 2]);
      expect((await lastEntry()).changes).toMatchObject([
        {
          type: 'file',
          field: 'image',
          before: { media_type: 'image/webp' },
          after: { media_type: 'image/webp' },
        },
      ]);
      expect((await undo()).status).toBe(200);
      expect(await read()).toMatchObject({ image, thumbnail_url, links });
      expect([await statusOf(image), await blobCount()]).toEqual([200, 2]);
      expect(await checkDatabase(database)).toEqual([]);
    });

    test('remove an image, and keep it for the undo', async () => {
      const { image } = await read();
      await update({ remove_image: true });
      expect(await read()).toMatchObject({ image: null, thumbnail_url: null, links });
      expect([await statusOf(image), await blobCount()]).toEqual([404, 0]);
      await undo();
      expect([(await read()).image, await statusOf(image)]).toEqual([image, 200]);
      expect(await checkDatabase(database)).toEqual([]);
    });

    test('are described in the history, and can be undone', async () => {
      await update({ links: links.toReversed(), localized_biographies });
      expect(await read()).toMatchObject({ links: links.toReversed(), localized_biographies });
      const { changes } = await lastEntry();
      expect(changes.map(({ field }: { field: string }) => field)).toEqual([
        'links',
        'localized_biographies',
      ]);
      await undo();
      expect(await read()).toMatchObject({ links, localized_biographies: [] });
    });

    test('reject files without an image, and delete the blobs of a rejected update', async () => {
      const before = await blobCount();
      const text = { bytes: Buffer.from('not an image'), name: 'a.png' };
      expect((await upload({ image: text })).status).toBe(415);
      const { version = 0 } = await read();
      expect((await upload({ image: png, version: String(version - 1) })).status).toBe(409);
      const viewer = await api.tokenFor([]);
      expect((await update({ links: [] }, viewer)).status).toBe(403);
      expect(await blobCount()).toBe(before);
    });

    test.each<[object, string]>([
      [{ links: null }, 'links'],
      [{ links: [null] }, 'links.0'],
      [{ links: [{ label: '', url: 'https://a.example' }] }, 'links.0.label'],
      [{ links: [{ label: 'x'.repeat(101), url: 'https://a.example' }] }, 'links.0.label'],
      [{ links: [{ label: 'Site', url: 'javascript:alert(1)' }] }, 'links.0.url'],
      [{ links: [links[0], { label: 'Site', url: 'marsh.example' }] }, 'links.1.url'],
      [{ links: Array.from({ length: 11 }, () => links[0]) }, 'links'],
      [{ localized_biographies: 'French' }, 'localized_biographies.0'],
      [{ localized_biographies: [{ biography: 'Née.' }] }, 'localized_biographies.0.language'],
      [
        { localized_biographies: [{ language: 'fr' }, { language: 'FR' }] },
        'localized_biographies.1.language',
      ],
    ])('reject %j', async (json, field) => {
      const { status, body } = await update(json);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    });

    test('keep a contributor without books until all details are removed, and delete the image then', async () => {
      const [book] = (await api.call('GET', '/api/books/list', { token, query: { language: '' } })).body.data
        .items;
      await api.call('DELETE', `/api/books/${book.id}`, { token });
      await update({ links: '' });
      expect((await read()).book_count).toBe(0);
      await update({ remove_image: true });
      expect((await api.call('GET', path, { token })).status).toBe(404);
      expect(await blobCount()).toBe(0);
      expect(await checkDatabase(database)).toEqual([]);
    });
  });
});
