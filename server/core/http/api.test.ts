import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

eachDatabase('the API', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const admin = await api.tokenFor(allPermissions);
  const viewer = await api.tokenFor([]);

  afterAll(() => api.close());

  const expectError = (body: Record<string, unknown>) => {
    expect(body).toMatchObject({ success: false, data: null });
    expect(body['message']).toMatch(/^\S[^\n]{3,300}$/);
    expect(JSON.stringify(body)).not.toMatch(/\\n\s+at |node_modules|Error:/);
  };

  describe('returns one error envelope', () => {
    const who: Record<string, () => string | undefined> = {
      anonymous: () => undefined,
      'a stranger': () => 'x'.repeat(43),
      'a viewer': () => viewer,
      'an admin': () => admin,
    };
    test.each<[string, Method, string, CallOptions, number]>([
      ['nobody', 'GET', '/api/books/list', {}, 401],
      ['nobody', 'GET', '/api/user/me', {}, 401],
      ['nobody', 'POST', '/api/books/create', { form: { name: 'A' } }, 401],
      ['nobody', 'GET', '/api/books/reports/longest-book', {}, 401],
      ['nobody', 'GET', '/api/books/list', { query: { is_admin: '1' } }, 401],
      ['a stranger', 'GET', '/api/books/list', {}, 401],
      ['a viewer', 'POST', '/api/books/create', { form: { name: 'A' } }, 403],
      ['a viewer', 'POST', '/api/books/update', { json: { id: 1, name: 'A' } }, 403],
      ['a viewer', 'DELETE', '/api/books/1', { query: { is_admin: '1' } }, 403],
      ['a viewer', 'POST', '/api/books/categories', { json: { name: 'A' } }, 403],
      ['a viewer', 'PUT', '/api/books/sub-categories/1', { json: { name: 'A' } }, 403],
      ['an admin', 'GET', '/api/books/999999', {}, 404],
      ['an admin', 'GET', '/api/books/none', {}, 404],
      ['an admin', 'DELETE', '/api/books/999999', {}, 404],
      ['an admin', 'DELETE', '/api/books/99999999999999999999', {}, 404],
      ['an admin', 'POST', '/api/books/update', { json: { id: 999_999, name: 'A' } }, 404],
      ['an admin', 'GET', '/api/nothing', {}, 404],
      ['an admin', 'GET', '/api/books/%F0', {}, 404],
      ['an admin', 'POST', '/api/books/list', { json: {} }, 405],
      ['an admin', 'POST', '/api/books/create', { json: {} }, 422],
      ['an admin', 'POST', '/api/books/create', { form: { name: ' ' } }, 422],
      ['an admin', 'POST', '/api/books/create', { json: { name: 'A', duration: -1 } }, 422],
      ['an admin', 'POST', '/api/books/create', { json: { name: ['A', 'B'] } }, 422],
      ['an admin', 'POST', '/api/books/create', { json: { name: { toString: 'A' } } }, 422],
      ['an admin', 'POST', '/api/books/create', { json: { name: 'A', category_code: 'none' } }, 422],
      ['an admin', 'POST', '/api/books/update', { json: { name: 'A' } }, 422],
      ['an admin', 'GET', '/api/books/list', { query: { search: 'x'.repeat(300) } }, 422],
      ['nobody', 'POST', '/api/auth/login', { json: { email: 'x', password: 'y' } }, 422],
      ['nobody', 'POST', '/api/auth/login', { json: {} }, 422],
    ])('for %s: %s %s %j returns %i', async (caller, method, url, options, status) => {
      const token = who[caller]?.();
      const response = await api.call(method, url, { ...options, ...(token !== undefined && { token }) });
      expect(response.status).toBe(status);
      expectError(response.body);
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });

    test.each([
      ['{"name": ', 'application/json', 422],
      ['[1]', 'application/json', 422],
      ['<book/>', 'application/xml', 415],
      ['--x\r\nbroken', 'multipart/form-data; boundary=x', 422],
    ])('for the body %j as %s', async (payload, type, status) => {
      const response = await api.app.inject({
        method: 'POST',
        url: '/api/books/create',
        headers: { authorization: `Bearer ${admin}`, 'content-type': type },
        payload,
      });
      expect(response.statusCode).toBe(status);
      expectError(response.json());
    });
  });

  describe('a book from creation to deletion', () => {
    test('is created, listed, updated with its version and deleted', async () => {
      const createResponse = await api.call('POST', '/api/books/create', {
        token: admin,
        form: {
          name: 'Deniz Feneri',
          description: 'Bir öykü',
          duration: '600',
          'author[name]': 'Aylin Kaya',
          language: '1',
        },
      });
      expect(createResponse.status).toBe(200);
      const book = createResponse.body.data;
      expect(book).toMatchObject({
        name: 'Deniz Feneri',
        description: 'Bir öykü',
        author: { name: 'Aylin Kaya' },
        duration: 600,
        chapter_count: 0,
        is_backup: 1,
        language: 1,
        category: null,
        sub_category: null,
        image_url: null,
        audio_url: null,
      });
      expect(book.code).toBe(`BK-${String(book.id).padStart(6, '0')}`);

      const results = await api.call('GET', '/api/books/list', {
        token: viewer,
        query: { search: 'FENERİ', language: 'tr' },
      });
      expect(results.body.data).toMatchObject({
        total: 1,
        objects: { total: 1 },
        items: [{ id: book.id, chapters: [] }],
      });
      const lean = await api.call('GET', '/api/books/list', { token: viewer, query: { with_chapters: '0' } });
      expect(lean.body.data.items[0]).not.toHaveProperty('chapters');

      const updateResponse = await api.call('POST', '/api/books/update', {
        token: admin,
        form: { id: String(book.id), name: 'Fener', version: String(book.version) },
      });
      expect(updateResponse.body.data).toMatchObject({
        name: 'Fener',
        description: 'Bir öykü',
        version: book.version + 1,
      });

      const stale = await api.call('POST', '/api/books/update', {
        token: admin,
        json: { id: book.id, name: 'Lost' },
        headers: { 'if-match': `"${book.version}"` },
      });
      expect(stale.status).toBe(409);
      expect(stale.body.message).toContain('was changed by someone else since you opened it');

      const deleteResponse = await api.call('DELETE', `/api/books/${book.id}`, { token: admin });
      expect(deleteResponse.body).toEqual({
        success: true,
        message: 'Book deleted successfully',
        data: null,
      });
      expect((await api.call('GET', `/api/books/${book.id}`, { token: admin })).status).toBe(404);
    });

    test('returns an empty list with the correct total for a page past the end', async () => {
      const { body } = await api.call('GET', '/api/books/list', { token: viewer, query: { page: '9999' } });
      const first = await api.call('GET', '/api/books/list', { token: viewer });
      expect(body.data.items).toEqual([]);
      expect(body.data.total).toBe(first.body.data.total);
    });
  });

  describe('Idempotency-Key', () => {
    const create = (key: string, name: string, token = admin) =>
      api.call('POST', '/api/books/create', { token, form: { name }, headers: { 'idempotency-key': key } });

    test('creates one book for ten equal concurrent requests and returns one response', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => create('ten', 'Only once')));
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
      expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
      const list = await api.call('GET', '/api/books/list', { token: admin, query: { search: 'Only once' } });
      expect(list.body.data.total).toBe(1);
    });

    test('rejects another body with the same key, and accepts the same key of another user', async () => {
      const first = await create('same', 'One');
      expect((await create('same', 'Two')).status).toBe(422);
      const other = await create('same', 'One', await api.tokenFor(['books:edit']));
      expect(other.body.data.id).not.toBe(first.body.data.id);
    });

    test('can be reused after a rejected create', async () => {
      expect((await create('retry', ' ')).status).toBe(422);
      expect((await create('retry', 'Now with a name')).status).toBe(200);
    });
  });

  describe('sessions', () => {
    const email = 'editor@example.org';
    const password = 'right-password';
    const signIn = (typedPassword: string, address = '192.0.2.1', as = email) =>
      api.call('POST', '/api/auth/login', { form: { email: as, password: typedPassword }, address });

    beforeAll(() => api.accounts.add({ email, name: 'Ed', password, permissions: ['books:edit'] }));

    test('return a bearer token and the profile on sign-in, in any letter case of the address', async () => {
      const { status, body } = await signIn(password, '192.0.2.1', ' Editor@Example.ORG ');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        token_type: 'Bearer',
        expires_in: 43_200,
        user: { name: 'Ed', email, avatar: null, permissions: ['books:edit'] },
      });
      const me = await api.call('GET', '/api/user/me', { token: body.data.access_token });
      expect(me.body.data).toEqual(body.data.user);
    });

    test('return the same response for a wrong password and an unknown account', async () => {
      const [wrong, unknown] = [
        await signIn('wrong'),
        await signIn('wrong', '192.0.2.1', 'nobody@example.org'),
      ];
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      expect(wrong.body).toEqual(unknown.body);
    });

    test('throttle guesses by network address, and accept the user from another address', async () => {
      const codes: number[] = [];
      for (let n = 0; n < 7; n += 1) codes.push((await signIn(`guess ${n}`, '198.51.100.7')).status);
      expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
      const errorResponse = await signIn(password, '198.51.100.7');
      expect(errorResponse.status).toBe(429);
      expect(Number(errorResponse.headers['retry-after'])).toBeGreaterThan(0);
      expect((await signIn(password, '203.0.113.5')).status).toBe(200);
    });

    test('throttle parallel guesses', async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, n) => signIn(`burst ${n}`, '198.51.100.8')),
      );
      expect(responses.filter((response) => response.status === 401).length).toBeLessThanOrEqual(6);
    });

    test('reset the failure count after a successful sign-in', async () => {
      for (let round = 0; round < 3; round += 1) {
        for (let n = 0; n < 3; n += 1) await signIn('wrong', '203.0.113.77');
        expect((await signIn(password, '203.0.113.77')).status).toBe(200);
      }
    });

    test.each<[string, () => Promise<unknown>]>([
      ['a new password', () => api.accounts.change(email, { password: 'another-password' })],
      ['other permissions', () => api.accounts.change(email, { permissions: ['books:delete'] })],
      ['a suspension', () => api.accounts.change(email, { isSuspended: true })],
    ])('%s revokes the sessions of the user immediately', async (_what, act) => {
      await api.accounts.change(email, { password, isSuspended: false });
      const { body } = await signIn(password, '203.0.113.8');
      const token: string = body.data.access_token;
      expect((await api.call('GET', '/api/user/me', { token })).status).toBe(200);
      await act();
      expect((await api.call('GET', '/api/user/me', { token })).status).toBe(401);
    });

    test('revoke the token of the request on sign-out', async () => {
      const token = await api.tokenFor([]);
      expect((await api.call('POST', '/api/auth/logout', { token })).status).toBe(200);
      expect((await api.call('GET', '/api/user/me', { token })).status).toBe(401);
    });

    test('store no token and no password in plain text', async () => {
      const token = await api.tokenFor([]);
      const rows = await database.kysely.selectFrom('sessions').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(token);
      const users = await database.kysely.selectFrom('users').selectAll().execute();
      expect(JSON.stringify(users)).not.toContain(password);
    });
  });

  describe('headers, health and reference', () => {
    test.each(['/api/user/me', '/api/nothing', '/media/none', '/api/health/live', '/api/docs'])(
      '%s has the security headers',
      async (url) => {
        const { headers } = await api.call('GET', url);
        expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
        const policy = String(headers['content-security-policy']);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
      },
    );

    test('live and ready return 200 without a session', async () => {
      expect((await api.call('GET', '/api/health/live')).status).toBe(200);
      expect((await api.call('GET', '/api/health/ready')).status).toBe(200);
    });

    test('the reference contains the operations of the books', async () => {
      const { body } = await api.call('GET', '/api/openapi.json');
      expect(Object.keys(body.paths)).toEqual(
        expect.arrayContaining(['/books/list', '/books/{id}', '/auth/login', '/user/me']),
      );
      const page = await api.call('GET', '/api/docs');
      const nonce = /'nonce-([\w-]+)'/.exec(String(page.headers['content-security-policy']))?.[1];
      expect(page.text).toContain(`<style nonce="${nonce}">`);
    });
  });
});
