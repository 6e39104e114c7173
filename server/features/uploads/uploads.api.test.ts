import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { Upload } from 'tus-js-client';
import { createSweeper } from '#server/core/blobs/sweeper';
import { referencedFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import { batchesInChunks } from '#server/core/db/batches';
import { uploadLimits } from '#contract/uploads/uploads';
import { AppError } from '#server/core/errors';
import { startWorkers, type Workers } from '#server/core/jobs/workers';
import { eachBlobStore } from '#server/testing/blob-stores';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { makeWav } from '#server/testing/media-files';
import { removeExpiredUploads } from './expired-uploads.ts';
import { createAssembleJob } from './assemble.jobs.ts';
import { lockUpload } from './upload-lock.ts';

const MEBIBYTE = 1024 * 1024;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

eachDatabase('uploads', (openEmpty) => {
  eachBlobStore((store) => {
    let database: Database;
    let blobs: BlobStore;
    let api: TestApp;
    /** Another process with the same database and files. */
    let other: TestApp;
    let token: string;
    let origins: [string, string];
    beforeAll(async () => {
      database = await openEmpty();
      blobs = store().blobs;
      const settings = { maxAudioBytes: 40 * MEBIBYTE, uploadQuotaBytes: 100 * MEBIBYTE };
      api = await buildTestApp(database, blobs, settings);
      other = await buildTestApp(database, blobs, settings);
      const listen = (app: TestApp) => app.app.listen({ host: '127.0.0.1', port: 0 });
      origins = [await listen(api), await listen(other)];
    });
    beforeEach(async () => {
      token = await api.tokenFor(['books:edit']);
    });
    afterAll(async () => {
      await api.close();
      await other.close();
      await database.close();
    });

    interface Sent {
      readonly status: number;
      readonly headers: Headers;
      readonly body: { code?: string; message?: string; data?: Record<string, unknown> } | undefined;
    }

    async function send(
      method: string,
      {
        path,
        headers = {},
        body,
        process = 0,
      }: {
        readonly path: string;
        readonly headers?: Record<string, string> | undefined;
        readonly body?: Uint8Array<ArrayBuffer> | undefined;
        readonly process?: number | undefined;
      },
    ): Promise<Sent> {
      const response = await fetch(`${origins[process]}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
        ...(body && { body }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : (JSON.parse(text) as NonNullable<Sent['body']>),
      };
    }

    const metadata = (values: Record<string, string>) =>
      Object.entries(values)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(',');

    async function begin(size: number, name = 'C:\\audio\\Çocuk masalı.m4b'): Promise<string> {
      const { status, headers } = await send('POST', {
        path: '/api/uploads',
        headers: {
          'upload-length': String(size),
          'upload-metadata': metadata({ filename: name }),
        },
      });
      expect(status).toBe(201);
      return headers.get('location') ?? '';
    }

    const patch = (
      path: string,
      {
        offset,
        body,
        process = 0,
      }: {
        readonly offset: number;
        readonly body: Uint8Array<ArrayBuffer>;
        readonly process?: number | undefined;
      },
    ) =>
      send('PATCH', {
        path,
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body,
        process,
      });

    const offsetOf = async (path: string, process = 0) =>
      Number((await send('HEAD', { path, headers: {}, process })).headers.get('upload-offset'));

    const readUpload = (path: string) => api.call('GET', path, { token }).then(({ body }) => body.data);

    async function join(): Promise<Workers> {
      const handlers = [
        createAssembleJob({ ...api, database, blobs, onReady: async () => undefined, adminEmail: '' }),
      ];
      return startWorkers({ database, queue: api.jobs, handlers, log });
    }

    const bytesOf = (size: number) => new Uint8Array(randomBytes(size));
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const fileKeys = async () =>
      (await database.kysely.selectFrom('files').select('key').orderBy('key').execute()).map(
        ({ key }) => key,
      );

    async function storedKeys(): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of blobs.list()) keys.push(key);
      return keys.toSorted();
    }

    /** Waits until every stored file has a row and every row has a file. */
    const expectNothingLost = () =>
      vi.waitFor(async () => expect(await storedKeys()).toEqual(await fileKeys()));

    test('are received in parts by any process, and become one file with its hash', async () => {
      const tone = new Uint8Array(makeWav(1));
      const path = await begin(tone.length);
      const half = Math.floor(tone.length / 2);
      const first = await patch(path, { offset: 0, body: tone.slice(0, half) });
      expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
      expect(first.headers.get('tus-resumable')).toBe('1.0.0');
      expect(Date.parse(first.headers.get('upload-expires') ?? '')).toBeGreaterThan(
        Date.now() + 23 * 3_600_000,
      );

      const response = await send('HEAD', { path, headers: {}, process: 1 });
      expect(response.headers.get('upload-offset')).toBe(String(half));
      expect(response.headers.get('upload-length')).toBe(String(tone.length));
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('upload-metadata')).toBe(
        metadata({ filename: 'C:\\audio\\Çocuk masalı.m4b' }),
      );
      expect((await patch(path, { offset: half, body: tone.slice(half), process: 1 })).status).toBe(204);
      expect(await readUpload(path)).toMatchObject({
        state: 'assembling',
        received: tone.length,
        file_name: 'Çocuk masalı.m4b',
      });

      const workers = await join();
      await vi.waitFor(async () => expect((await readUpload(path)).state).toBe('ready'), { timeout: 60_000 });
      await workers.stop();
      expect((await readUpload(path)).sha256).toBe(sha256(tone));
      const { key } = await database.kysely
        .selectFrom('uploads')
        .select('key')
        .where('id', '=', path.slice('/api/uploads/'.length))
        .executeTakeFirstOrThrow();
      const content = await blobs.open(key ?? '');
      expect(content && Buffer.compare(await buffer(content), tone)).toBe(0);
      expect(key).toMatch(/\.wav$/);
      await expectNothingLost();
    });

    test('are split into parts, whatever the size of a request', async () => {
      const whole = bytesOf(20 * MEBIBYTE);
      const path = await begin(whole.length);
      expect((await patch(path, { offset: 0, body: whole })).headers.get('upload-offset')).toBe(
        String(whole.length),
      );
      const parts = await database.kysely
        .selectFrom('upload_parts')
        .selectAll()
        .where('upload_id', '=', path.slice('/api/uploads/'.length))
        .orderBy('starts')
        .execute();
      expect(parts.map(({ starts, length }) => [starts / MEBIBYTE, length / MEBIBYTE])).toEqual([
        [0, 8],
        [8, 8],
        [16, 4],
      ]);
      expect((await send('DELETE', { path })).status).toBe(204);
      await expectNothingLost();
      expect((await send('HEAD', { path })).status).toBe(404);
    });

    test('keep bytes received before the connection was lost', async () => {
      const whole = bytesOf(10 * MEBIBYTE);
      const path = await begin(whole.length);
      const size = 9 * MEBIBYTE;
      const cut = httpRequest(`${origins[0]}${path}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
          'content-length': String(whole.length),
        },
      });
      cut.on('error', () => undefined);
      cut.write(whole.slice(0, size));
      // The first part is stored; the connection is lost during the second one.
      await vi.waitFor(async () => expect((await readUpload(path)).received).toBe(8 * MEBIBYTE), {
        timeout: 60_000,
      });
      cut.destroy();
      await vi.waitFor(async () => expect((await readUpload(path)).received).toBeGreaterThan(8 * MEBIBYTE), {
        timeout: 60_000,
      });
      const offset = await offsetOf(path, 1);
      expect(offset).toBeLessThanOrEqual(size);
      expect((await patch(path, { offset, body: whole.slice(offset), process: 1 })).status).toBe(204);
      const workers = await join();
      await vi.waitFor(async () => expect((await readUpload(path)).sha256).toBe(sha256(whole)), {
        timeout: 60_000,
      });
      await workers.stop();
      await send('DELETE', { path });
      await expectNothingLost();
    });

    test('end an open request when the client resumes', async () => {
      const whole = bytesOf(3 * MEBIBYTE);
      const path = await begin(whole.length);
      const hangingRequest = httpRequest(`${origins[0]}${path}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
          'content-length': String(whole.length),
        },
      });
      const responseStatus = new Promise<number | undefined>((resolve) => {
        hangingRequest
          .on('response', ({ statusCode }) => resolve(statusCode))
          .on('error', () => resolve(undefined));
      });
      hangingRequest.write(whole.slice(0, MEBIBYTE));
      await vi.waitFor(async () => {
        const row = await database.kysely
          .selectFrom('uploads')
          .select('lock_owner')
          .where('id', '=', path.slice('/api/uploads/'.length))
          .executeTakeFirst();
        expect(row?.lock_owner).not.toBeNull();
      });
      const offset = await offsetOf(path, 1);
      expect(await responseStatus).toBe(409);
      hangingRequest.destroy();
      expect((await patch(path, { offset, body: whole.slice(offset), process: 1 })).status).toBe(204);
      await send('DELETE', { path });
      await expectNothingLost();
    });

    test('are written by one of two concurrent processes', async () => {
      const [right, wrong] = [bytesOf(2 * MEBIBYTE), bytesOf(2 * MEBIBYTE)];
      const path = await begin(4 * MEBIBYTE);
      const responses = await Promise.all([
        patch(path, { offset: 0, body: right, process: 0 }),
        patch(path, { offset: 0, body: wrong, process: 1 }),
      ]);
      // On a busy machine the first request may have released the lock early.
      expect([409, 204]).toEqual(expect.arrayContaining(responses.map(({ status }) => status)));
      expect(responses.map(({ status }) => status)).toContain(409);
      const parts = await database.kysely
        .selectFrom('upload_parts')
        .select('key')
        .where('upload_id', '=', path.slice('/api/uploads/'.length))
        .orderBy('starts')
        .execute();
      const streams = await Promise.all(parts.map(({ key }) => blobs.open(key)));
      const content = Buffer.concat(
        await Promise.all(streams.flatMap((stream) => (stream ? buffer(stream) : []))),
      );
      expect(content.length).toBe(await offsetOf(path));
      const isOf = (bytes: Uint8Array) => content.equals(bytes.subarray(0, content.length));
      expect([isOf(right), isOf(wrong)]).toContain(true);
      await send('DELETE', { path });
      await expectNothingLost();
    });

    test('are continued by another process after the lock of a killed one expires', async () => {
      const path = await begin(4);
      const id = path.slice('/api/uploads/'.length);
      await lockUpload(database.kysely, id, { lease: 1, renew: 600_000, retry: 1, patience: 1 });
      expect((await patch(path, { offset: 0, body: bytesOf(4), process: 1 })).status).toBe(204);
      await send('DELETE', { path });
    });

    test('reject a wrong offset, more bytes than declared, and other invalid requests', async () => {
      const path = await begin(8);
      const response = await patch(path, { offset: 4, body: bytesOf(4) });
      expect([response.status, response.body?.code]).toEqual([409, 'record.conflict']);
      expect((await patch(path, { offset: 0, body: bytesOf(9) })).status).toBe(413);
      expect(
        (await send('PATCH', { path, headers: { 'content-type': 'application/json', 'upload-offset': '0' } }))
          .status,
      ).toBe(415);
      const type = { 'content-type': 'application/offset+octet-stream' };
      const noOffset = await send('PATCH', { path, headers: type });
      expect([noOffset.status, noOffset.body?.code]).toEqual([400, 'upload.malformed']);
      const old = await send('PATCH', {
        path,
        headers: { ...type, 'upload-offset': '0', 'tus-resumable': '0.2.2' },
      });
      expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0']);
      expect((await send('POST', { path: '/api/uploads', headers: { 'upload-length': '-1' } })).status).toBe(
        400,
      );
      expect(
        (await send('POST', { path: '/api/uploads', headers: { 'upload-defer-length': '1' } })).status,
      ).toBe(400);
      const odd = await send('POST', {
        path: '/api/uploads',
        headers: { 'upload-length': '1', 'upload-metadata': 'a %%%' },
      });
      expect(odd.status).toBe(400);
      const large = await send('POST', {
        path: '/api/uploads',
        headers: { 'upload-length': String(41 * MEBIBYTE) },
      });
      expect([large.status, large.body?.message]).toEqual([
        413,
        'The file is too large. The maximum size is 41.9 MB.',
      ]);
      expect((await send('PUT', { path })).status).toBe(405);
      expect(await offsetOf(path)).toBe(0);
      await send('DELETE', { path });
      await expectNothingLost();
    });

    test.each(['%00', 'x', 'f'.repeat(33)])('do not exist with the id %j', async (id) => {
      for (const method of ['HEAD', 'GET', 'DELETE'] as const)
        expect((await send(method, { path: `/api/uploads/${id}` })).status).toBe(404);
    });

    test('belong to their account, and require permission to edit books', async () => {
      const path = await begin(4);
      const owner = token;
      token = await api.tokenFor(['books:edit']);
      expect((await send('HEAD', { path })).status).toBe(404);
      expect((await patch(path, { offset: 0, body: bytesOf(4) })).status).toBe(404);
      expect((await send('DELETE', { path })).status).toBe(404);
      expect((await api.call('GET', path, { token })).status).toBe(404);
      expect((await api.call('GET', '/api/uploads', { token })).body.data).toMatchObject({
        items: [],
        total: 0,
      });
      token = await api.tokenFor([]);
      expect((await send('POST', { path: '/api/uploads', headers: { 'upload-length': '1' } })).status).toBe(
        403,
      );
      token = 'nobody-at-all-with-a-token';
      expect((await send('POST', { path: '/api/uploads', headers: { 'upload-length': '1' } })).status).toBe(
        401,
      );
      token = owner;
      expect((await api.call('GET', '/api/uploads', { token })).body.data).toMatchObject({ total: 1 });
      await send('DELETE', { path });
    });

    test('cannot exceed the quota of an account', async () => {
      const paths = [await begin(40 * MEBIBYTE), await begin(40 * MEBIBYTE)];
      const over = await send('POST', {
        path: '/api/uploads',
        headers: { 'upload-length': String(21 * MEBIBYTE) },
      });
      expect([over.status, over.body?.code]).toEqual([413, 'upload.quota_exceeded']);
      expect(over.body?.message).toContain('104.9 MB');
      for (const path of paths) await send('DELETE', { path });
      await send('DELETE', { path: await begin(21 * MEBIBYTE) });

      const size = String(40 * MEBIBYTE);
      const uploads = await Promise.all(
        [0, 1, 0, 1].map((process) =>
          send('POST', { path: '/api/uploads', headers: { 'upload-length': size }, process }),
        ),
      );
      expect(uploads.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 413, 413]);
      for (const { headers } of uploads)
        await send('DELETE', { path: headers.get('location') ?? '/api/uploads/0' });
    });

    test('without bytes are limited in number', async () => {
      const { id } = await database.kysely
        .selectFrom('uploads')
        .select('user_id as id')
        .where('id', '=', (await begin(1)).split('/').at(-1) ?? '')
        .executeTakeFirstOrThrow();
      const row = {
        metadata: '',
        size: 0,
        received: 0,
        lock_requested: 0,
        file_name: '',
        state: 'ready',
      } as const;
      const rows = Array.from({ length: uploadLimits.maxUploads - 1 }, (_, index) => ({
        ...row,
        id: `limit${index}`,
        user_id: id,
        created_at: '2026-01-01',
        expires_at: '2999-01-01',
      }));
      for await (const batch of batchesInChunks(rows))
        await database.kysely.insertInto('uploads').values(batch).execute();
      const over = await send('POST', { path: '/api/uploads', headers: { 'upload-length': '0' } });
      expect([over.status, over.body?.code]).toEqual([413, 'upload.quota_exceeded']);
      expect(over.body?.message).toContain('4,000 uploads');
      await database.kysely.deleteFrom('uploads').where('user_id', '=', id).execute();
      await send('DELETE', { path: await begin(1) });
    });

    test('cannot be added to an import of another user', async () => {
      const mine = await begin(1);
      const createResponse = await api.call('POST', '/api/imports', {
        token,
        json: { files: [{ upload_id: mine.split('/').at(-1), path: 'a\u0007b\r\n/c.mp3' }] },
      });
      const importId = String(createResponse.body.data.id);
      const createWith = (values: Record<string, string>) =>
        send('POST', {
          path: '/api/uploads',
          headers: { 'upload-length': '0', 'upload-metadata': metadata(values) },
        });
      const own = await createWith({ import_id: importId });
      expect([own.status, own.body?.data?.['import_id']]).toEqual([201, Number(importId)]);
      const owner = token;
      token = await api.tokenFor(['books:edit']);
      for (const import_id of [importId, '999999999'])
        expect((await createWith({ import_id })).status).toBe(404);
      token = owner;
      const { name } = (await api.call('GET', `/api/imports/${importId}`, { token })).body.data;
      expect(name).not.toMatch(/\p{Cc}/u);
      await api.call('DELETE', `/api/imports/${importId}`, { token });
    });

    test.each([
      ['a\r\nBcc: b@example.org.mp3', 'a Bcc: b@example.org.mp3'],
      ['a\u001b[31m\u0085\u2028b.mp3', 'a [31m b.mp3'],
      ['a\u202egpm.exe.mp3', 'a gpm.exe.mp3'],
    ])('have a name on one line: %j', async (fileName, name) => {
      const path = await begin(1, fileName);
      expect((await readUpload(path)).file_name).toBe(name);
      await send('DELETE', { path });
    });

    test('become the audio of a book, once', async () => {
      const tone = new Uint8Array(makeWav(3));
      const path = await begin(tone.length, 'tone.wav');
      const audio_upload = path.slice(path.lastIndexOf('/') + 1);
      const save = (values: Record<string, unknown>, key?: string, to = 'create') =>
        api.call('POST', `/api/books/${to}`, {
          token,
          json: values,
          ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        });
      const unfinishedResponse = await save({ name: 'Early', audio_upload });
      expect([unfinishedResponse.status, unfinishedResponse.body.errors]).toEqual([
        422,
        { audio_upload: 'This upload isn’t complete yet.' },
      ]);
      expect((await patch(path, { offset: 0, body: tone })).status).toBe(204);

      const workers = await join();
      const values = { name: 'Spoken', audio_upload };
      const createResponse = await save(values, 'spoken-1');
      await workers.stop();
      expect(createResponse.status).toBe(200);
      const book = createResponse.body.data as { id: number; duration: number; audio_url: string };
      expect(book.duration).toBe(3);
      expect((await api.call('GET', book.audio_url)).status).toBe(200);
      expect((await send('HEAD', { path })).status).toBe(404);
      expect((await save(values, 'spoken-1')).body.data).toEqual(book);
      expect((await save(values)).body.errors).toEqual({ audio_upload: 'Upload not found.' });
      const analyses = await database.kysely
        .selectFrom('jobs')
        .select('title')
        .where('kind', '=', 'audio-analysis')
        .where('title', '=', 'Spoken')
        .execute();
      expect(analyses).toHaveLength(1);

      const again = await begin(tone.length, 'tone.wav');
      await patch(again, { offset: 0, body: tone });
      const id = again.slice(again.lastIndexOf('/') + 1);
      const more = await join();
      expect((await save({ id: 999_999, audio_upload: id }, undefined, 'update')).status).toBe(404);
      const stale = await save({ id: book.id, version: 9, audio_upload: id }, undefined, 'update');
      expect(stale.status).toBe(409);
      const other_user = await api.tokenFor(['books:edit']);
      const foreign = await api.call('POST', '/api/books/update', {
        token: other_user,
        json: { id: book.id, audio_upload: id },
      });
      expect(foreign.status).toBe(422);
      const updateResponse = await save({ id: book.id, audio_upload: id }, undefined, 'update');
      await more.stop();
      expect(updateResponse.status).toBe(200);
      expect(updateResponse.body.data).not.toMatchObject({ audio_url: book.audio_url });
      await expectNothingLost();
    });

    test('store nothing when the session ends during the request', async () => {
      const path = await begin(2 * MEBIBYTE);
      const bytes = bytesOf(2 * MEBIBYTE);
      const put = vi.spyOn(api.blobs, 'put');
      put.mockImplementationOnce(async (...args) => {
        put.mockRestore();
        await blobs.put(...args);
        await api.call('POST', '/api/auth/logout', { token });
      });
      expect((await patch(path, { offset: 0, body: bytes })).status).toBe(401);
      expect((await send('HEAD', { path })).status).toBe(401);
      await expectNothingLost();
    });

    test('return an error when the disk is full, and continue when it is not', async () => {
      const path = await begin(4);
      const bytes = bytesOf(4);
      vi.spyOn(api.blobs, 'put').mockRejectedValueOnce(
        new AppError(507, 'The server has no room left for files.'),
      );
      const full = await patch(path, { offset: 0, body: bytes });
      expect([full.status, full.body?.code]).toEqual([507, 'storage.full']);
      vi.restoreAllMocks();
      expect((await patch(path, { offset: await offsetOf(path), body: bytes })).status).toBe(204);
      await send('DELETE', { path });
      await expectNothingLost();
    });

    test('work with the most common client', async () => {
      const whole = Buffer.from(bytesOf(3 * MEBIBYTE));
      const steps: number[] = [];
      const url = await new Promise<string | null>((resolve, reject) => {
        const upload = new Upload(whole, {
          endpoint: `${origins[0]}/api/uploads`,
          chunkSize: MEBIBYTE,
          metadata: { filename: 'a.mp3' },
          headers: { authorization: `Bearer ${token}` },
          onChunkComplete: (size) => void steps.push(size),
          onError: reject,
          onSuccess: () => resolve(upload.url),
        });
        upload.start();
      });
      expect(steps).toEqual([MEBIBYTE, MEBIBYTE, MEBIBYTE]);
      const { pathname } = new URL(url ?? '');
      expect(await readUpload(pathname)).toMatchObject({ state: 'assembling', received: whole.length });
      await send('DELETE', { path: pathname });
      await expectNothingLost();
    });

    test('support POST instead of other methods, and return the supported protocol', async () => {
      const options = await send('OPTIONS', { path: '/api/uploads' });
      expect([options.status, options.headers.get('tus-extension')]).toEqual([
        204,
        'creation,expiration,termination',
      ]);
      expect(options.headers.get('tus-max-size')).toBe(String(40 * MEBIBYTE));
      expect(options.headers.get('access-control-allow-origin')).toBeNull();
      const path = await begin(4);
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
      const bytes = bytesOf(4);
      const over = await send('POST', {
        path,
        headers: { ...type, 'x-http-method-override': 'PATCH' },
        body: bytes,
      });
      expect([over.status, over.headers.get('upload-offset')]).toEqual([204, '4']);
      // A file of one part needs no assembly.
      expect(await readUpload(path)).toMatchObject({ state: 'ready', received: 4, sha256: sha256(bytes) });
      expect((await send('POST', { path })).status).toBe(405);
      expect((await send('POST', { path, headers: { 'x-http-method-override': 'DELETE' } })).status).toBe(
        204,
      );
    });

    test('without bytes become an empty file', async () => {
      const path = await begin(0, 'empty.mp3');
      const workers = await join();
      await vi.waitFor(async () => expect((await readUpload(path)).sha256).toBe(sha256(new Uint8Array())), {
        timeout: 60_000,
      });
      await workers.stop();
      await send('DELETE', { path });
      await expectNothingLost();
    });

    test('of a suspended user are not assembled', async () => {
      const path = await begin(0, 'empty.mp3');
      const id = path.split('/').at(-1) ?? '';
      const { user_id } = await database.kysely
        .selectFrom('uploads')
        .select('user_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const set = (is_suspended: 0 | 1) =>
        database.kysely.updateTable('users').set({ is_suspended }).where('id', '=', user_id).execute();
      await set(1);
      const workers = await join();
      await vi.waitFor(
        async () =>
          expect(
            await database.kysely
              .selectFrom('jobs')
              .select('state')
              .where('subject_id', '=', id)
              .executeTakeFirstOrThrow(),
          ).toEqual({ state: 'failed' }),
        { timeout: 60_000 },
      );
      await workers.stop();
      await set(0);
      expect(await readUpload(path)).toMatchObject({ state: 'assembling', sha256: null });
      await send('DELETE', { path });
      await expectNothingLost();
    });

    test('are deleted when they are not continued, and retained by the sweeper before', async () => {
      const path = await begin(8);
      await patch(path, { offset: 0, body: bytesOf(4) });
      const isReferenced = (keys: readonly string[]) => referencedFiles(database.kysely, keys);
      await createSweeper({ blobs, isReferenced, olderThanMs: -60_000 }).runOnce();
      expect(await offsetOf(path)).toBe(4);
      await expectNothingLost();
      await database.kysely
        .updateTable('uploads')
        .set({ expires_at: '2000-01-01T00:00:00.000Z' })
        .where('id', '=', path.slice('/api/uploads/'.length))
        .execute();
      const late = await patch(path, { offset: 4, body: bytesOf(4) });
      expect([late.status, late.body?.code]).toEqual([410, 'upload.gone']);
      expect(await removeExpiredUploads({ database, blobs, jobs: api.jobs })).toBe(1);
      expect((await send('HEAD', { path })).status).toBe(404);
      await expectNothingLost();
    });
  });
});
