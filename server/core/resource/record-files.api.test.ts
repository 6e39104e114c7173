import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { type FormFile, type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { eachBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';

type Form = Record<string, string | FormFile>;

/** The resources with an image, and their requests. */
const kinds = [
  {
    kind: 'categories',
    fields: { name: 'Pictured' },
    key: 'image_url',
    update: (id: number) => ['PUT', `/api/books/categories/${id}`, {}] as const,
    remove: (id: number) => ['DELETE', `/api/books/categories/${id}`, {}] as const,
  },
  ...[
    { kind: 'collections', fields: { title: 'Pictured' } },
    {
      kind: 'challenges',
      fields: {
        title: 'Pictured',
        description: 'Seen',
        day_count: '1',
        items: '[{"book_code":"BK-000001"}]',
      },
    },
  ].map((item) => ({
    ...item,
    key: 'image',
    update: (id: number) => ['POST', `/api/books/${item.kind}/update`, { id: String(id) }] as const,
    remove: (id: number) => ['POST', `/api/books/${item.kind}/delete`, { id: String(id) }] as const,
  })),
];

eachDatabase('images of records', (openEmpty) => {
  eachBlobStore((store) => {
    let api: TestApp;
    let token: string;
    let png: FormFile;

    beforeAll(async () => {
      api = await buildTestApp(await openEmpty(), store().blobs, { maxImageBytes: 200_000 });
      token = await api.tokenFor(allPermissions);
      png = { bytes: await makeImage('png', { width: 300, height: 200 }), name: 'a.png' };
      await api.call('POST', '/api/books/create', { token, json: { name: 'A book' } });
    });
    afterAll(() => api.close());

    const storedKeys = async () => {
      const keys: string[] = [];
      for await (const { key } of store().blobs.list()) keys.push(key);
      return keys.toSorted();
    };

    describe.each(kinds)('$kind', ({ kind, fields, key, update, remove }) => {
      const create = (form: Form) => api.call('POST', `/api/books/${kind}`, { token, form });
      const keysOf = (item: Record<string, string>) =>
        [item[key], item['thumbnail_url']].map((url) => String(url).replace('/media/', '')).toSorted();

      test('stores an image with its record, replaces it, and deletes it with the record', async () => {
        const { body } = await create({ ...fields, image: png });
        const item = body.data;
        expect(await storedKeys()).toEqual(keysOf(item));
        const image = await api.call('GET', item[key]);
        expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp']);

        const [method, url, form] = update(item.id);
        const response = await api.call(method, url, { token, form: { ...form, ...fields } });
        expect(keysOf(response.body.data)).toEqual(keysOf(item));
        const replaceResponse = await api.call(method, url, {
          token,
          form: { ...form, ...fields, image: png },
        });
        expect(replaceResponse.body.data[key]).not.toBe(item[key]);
        expect(await storedKeys()).toEqual(keysOf(replaceResponse.body.data));
        expect((await api.call('GET', item[key])).status).toBe(404);

        const yes = { ...form, remove_image: 'true' };
        const both = await api.call(method, url, { token, form: { ...yes, image: png } });
        expect(await storedKeys()).toEqual(keysOf(both.body.data));
        const removeResponse = await api.call(method, url, { token, form: yes });
        expect(removeResponse.body.data).toMatchObject({ [key]: null, thumbnail_url: null });
        expect(await storedKeys()).toEqual([]);
        const again = await api.call(method, url, { token, form: { ...yes, remove_image: '0', image: png } });
        expect(await storedKeys()).toEqual(keysOf(again.body.data));

        const [verb, address, json] = remove(item.id);
        expect((await api.call(verb, address, { token, json })).status).toBe(200);
        expect(await storedKeys()).toEqual([]);
      });

      test.each<[string, Form, number]>([
        ['an invalid image', { image: { bytes: Buffer.from('<!doctype html>'), name: 'x.png' } }, 415],
        ['an image that is too large', { image: { bytes: Buffer.alloc(200_001, 1), name: 'x.png' } }, 413],
      ])('stores nothing for %s', async (_what, files, status) => {
        const { status: responseStatus, body } = await create({ ...fields, ...files });
        expect([responseStatus, body.success, body.data]).toEqual([status, false, null]);
        expect(await storedKeys()).toEqual([]);
      });

      test('stores nothing when the image is valid and the form is not', async () => {
        const blank = Object.fromEntries(Object.keys(fields).map((name) => [name, ' ']));
        expect((await create({ ...blank, image: png })).status).toBe(422);
        expect(await storedKeys()).toEqual([]);
      });
    });
  });
});
