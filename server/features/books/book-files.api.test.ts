import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { type FormFile, type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { eachBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeImage, makeWav, readFixture } from '#server/testing/media-files';

/* A file and its row are stored together, on every database and file storage. */

eachDatabase('files of books', (openEmpty) => {
  eachBlobStore((store) => {
    let api: TestApp;
    let token: string;
    let cover: FormFile;

    beforeAll(async () => {
      api = await buildTestApp(await openEmpty(), store().blobs, {
        maxImageBytes: 200_000,
        maxAudioBytes: 200_000,
      });
      token = await api.tokenFor(allPermissions);
      cover = {
        bytes: await makeImage('png', { width: 500, height: 750 }),
        name: 'cover.svg',
        type: 'image/svg+xml',
      };
    });
    afterAll(() => api.close());

    const storedKeys = async () => {
      const keys: string[] = [];
      for await (const { key } of store().blobs.list()) keys.push(key);
      return keys.toSorted();
    };
    const namedKeys = (...urls: (string | null)[]) =>
      urls.flatMap((url) => url?.replace('/media/', '').split('#')[0] ?? []).toSorted();
    const create = (form: Record<string, string | FormFile>) =>
      api.call('POST', '/api/books/create', { token, form: { name: 'With files', ...form } });

    test('stores, replaces and removes cover and audio with the book, and deletes them with it', async () => {
      const wav: FormFile = { bytes: makeWav(3), name: 'a.wav' };
      const { body } = await create({ image: cover, audio: wav, duration: '0' });
      const book = body.data;
      expect(book.duration).toBe(3);
      expect(await storedKeys()).toEqual(namedKeys(book.image_url, book.thumbnail_url, book.audio_url));

      const image = await api.call('GET', book.image_url);
      expect(image.status).toBe(200);
      expect(image.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      });
      const partialResponse = await api.call('GET', book.audio_url, { headers: { range: 'bytes=0-3' } });
      expect([partialResponse.status, partialResponse.text]).toEqual([206, 'RIFF']);

      const response = await api.call('POST', '/api/books/update', {
        token,
        form: { id: String(book.id), name: 'Renamed' },
      });
      expect(response.body.data).toMatchObject({
        image_url: book.image_url,
        audio_url: book.audio_url,
        duration: 3,
      });

      const updateResponse = await api.call('POST', '/api/books/update', {
        token,
        form: { id: String(book.id), audio: { bytes: await readFixture('tone.mp3'), name: 'b.mp3' } },
      });
      const after = updateResponse.body.data;
      expect(after.audio_url).not.toBe(book.audio_url);
      expect(await storedKeys()).toEqual(namedKeys(after.image_url, after.thumbnail_url, after.audio_url));
      expect((await api.call('GET', book.audio_url)).status).toBe(404);

      const silent = await api.call('POST', '/api/books/update', {
        token,
        json: { id: book.id, remove_audio: true },
      });
      expect(silent.body.data).toMatchObject({ audio_url: null, image_url: after.image_url, duration: 3 });
      expect(await storedKeys()).toEqual(namedKeys(after.image_url, after.thumbnail_url));
      const bare = await api.call('POST', '/api/books/update', {
        token,
        form: { id: String(book.id), remove_image: '1' },
      });
      expect(bare.body.data).toMatchObject({ image_url: null, thumbnail_url: null });
      expect(await storedKeys()).toEqual([]);

      const full = await api.call('POST', '/api/books/update', {
        token,
        form: { id: String(book.id), remove_image: '1', image: cover, audio: wav },
      });
      expect(await storedKeys()).toHaveLength(3);
      expect(full.body.data.image_url).not.toBeNull();
      await api.call('DELETE', `/api/books/${book.id}`, { token });
      expect(await storedKeys()).toEqual([]);
    });

    test.each<[string, () => Promise<Record<string, string | FormFile>>, number]>([
      [
        'a drawing with script',
        async () => ({
          image: {
            bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
            name: 'x.png',
            type: 'image/png',
          },
        }),
        415,
      ],
      [
        'a page called a picture',
        async () => ({ image: { bytes: Buffer.from('<!doctype html><p>hi'), name: 'x.jpg' } }),
        415,
      ],
      [
        'a damaged picture',
        async () => ({ image: { bytes: (await makeImage('png')).subarray(0, 60), name: 'x.png' } }),
        422,
      ],
      ['a picture where audio belongs', async () => ({ audio: cover }), 415],
      ['a film', async () => ({ audio: { bytes: await readFixture('film.mp4'), name: 'x.mp3' } }), 415],
      [
        'too large a picture',
        async () => ({ image: { bytes: Buffer.alloc(200_001, 1), name: 'x.png' } }),
        413,
      ],
      ['too large an audio file', async () => ({ audio: { bytes: makeWav(30), name: 'x.wav' } }), 413],
      ['a good file with a bad form', async () => ({ image: cover, category_code: 'none' }), 422],
      [
        'a good and a bad file',
        async () => ({ image: cover, audio: { bytes: Buffer.from('no'), name: 'x.mp3' } }),
        415,
      ],
    ])('rejects %s with a message and stores nothing', async (_what, makeForm, status) => {
      const { body, status: responseStatus } = await create(await makeForm());
      expect(body).toMatchObject({ success: false, data: null });
      expect(body.message).toMatch(/^\S.{10,}/);
      expect(responseStatus).toBe(status);
      expect(await storedKeys()).toEqual([]);
      const list = await api.call('GET', '/api/books/list', { token });
      expect(list.body.data.total).toBe(0);
    });

    test('stores one set of files when a create is repeated', async () => {
      const headers = { 'idempotency-key': 'files' };
      const form = { name: 'Once', image: cover };
      const [first, second] = await Promise.all(
        [1, 2].map(() => api.call('POST', '/api/books/create', { token, form, headers })),
      );
      expect(second?.body).toEqual(first?.body);
      expect(await storedKeys()).toEqual(
        namedKeys(first?.body.data.image_url, first?.body.data.thumbnail_url),
      );
      await api.call('DELETE', `/api/books/${first?.body.data.id}`, { token });
    });
  });
});
