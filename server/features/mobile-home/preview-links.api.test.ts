import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { allPermissions } from '#contract/core/permissions';
import { type SharedPreview, sharedPreview } from '#contract/mobile-home/preview-links';
import { hashToken } from '#server/core/auth/tokens';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openTestApp } from '#server/testing/open-test-app';
import { createPreviewLinks } from './preview-links.service.ts';

const HOUR_MS = 60 * 60 * 1000;
const path = '/api/mobile/home/preview-links';
const context = contextWith();
const notFoundResponse = { status: 404, body: { code: 'preview_links.not_found', data: null } };

eachDatabase('preview links', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const manager = await api.tokenFor(allPermissions);
  let config: object[];
  let addresses = 0;

  beforeAll(async () => {
    const add = (name: string, language: number) =>
      api.services.books.create({ name, author: { name: 'Ana' }, language }, context);
    const [spanish, english] = [await add('Alba', 4), await add('Dawn', 3)];
    const collection = await api.services.collections.create(
      { title: 'Mornings', description: '', book_codes: [spanish.code, english.code] },
      context,
    );
    config = [
      { title: 'First', type: 'one_collection', data: { id: collection.id } },
      { title: 'Picks', type: 'books', data: { items: [{ id: spanish.id }] } },
      { title: 'Empty', type: 'categories', data: { items: [] } },
    ];
  });
  afterAll(() => api.close());

  const editor = () => api.tokenFor(['mobile-configs:edit']);
  async function share(token: string, input: object = {}) {
    const json = { title: 'Draft', is_main_service: true, config, ...input };
    const { status, body } = await api.call('POST', path, { token, json });
    expect([status, body.message]).toEqual([200, 'Preview link created']);
    const { address, id } = body.data as { address: string; id: number };
    return { id, address, secret: address.split('#')[1] ?? '', expiresAt: String(body.data.expires_at) };
  }
  // Each call has an address of its own, because the requests of an address are limited.
  const read = (secret: string, address = `192.0.2.${(addresses += 1)}`) =>
    api.call('POST', '/api/mobile/home/shared-preview', { json: { token: secret }, address });
  const idOf = async (token: string): Promise<number> =>
    (await api.call('GET', '/api/user/me', { token })).body.data.id;

  test('show the unsaved home screen as apps do, without an account', async () => {
    const token = await editor();
    const { address, secret, expiresAt } = await share(token);
    expect(address).toMatch(/^http:\/\/[\w.:]+\/preview#[\w-]{43}$/);
    const { status, body, headers } = await read(secret);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const preview = body.data as SharedPreview;
    expect(sharedPreview.parse(preview)).toEqual(preview);
    expect(preview).toMatchObject({ title: 'Draft', service: 'main', language: null, expires_at: expiresAt });
    expect(preview.blocks.map(({ title, cards }) => [title, ...cards.map((card) => card.title)])).toEqual([
      ['First', 'Mornings'],
      ['Picks', 'Alba'],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/@|issue|user/);

    // The blocks stay as they were, and the records are current.
    const english = await share(token, { language: 'en', title: undefined, is_main_service: false });
    await api.services.collections.update({ id: 1, title: 'Dawns' }, context);
    expect((await read(english.secret)).body.data).toMatchObject({
      title: '',
      service: 'backup',
      language: 3,
      blocks: [{ title: 'First', cards: [{ title: 'Dawns', book_count: 1, books: [{ name: 'Dawn' }] }] }],
    });
    expect((await api.call('GET', path, { token })).body.data.items).toMatchObject([
      { title: '' },
      { title: 'Draft', expires_at: expiresAt },
    ]);
  });

  test('are stored as hashes, and logged without the token', async () => {
    const token = await editor();
    const { id, secret } = await share(token, { title: 'Logged' });
    const row = await database.kysely
      .selectFrom('preview_links')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(hashToken(secret));
    expect((await api.call('DELETE', `${path}/${id}`, { token })).body.message).toBe('Preview link revoked');
    const events = await database.kysely
      .selectFrom('security_events')
      .selectAll()
      .where('user_id', '=', await idOf(token))
      .orderBy('id')
      .execute();
    expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['preview_link_created', 'Logged'],
      ['preview_link_revoked', 'Logged'],
    ]);
    for (const storedValue of [
      row,
      events,
      await database.kysely.selectFrom('throttles').selectAll().execute(),
    ])
      expect(JSON.stringify(storedValue)).not.toContain(secret);
  });

  test('work for a day, and are deleted after it', async () => {
    let now = Date.now();
    const links = createPreviewLinks({ database, adminEmail: 'admin@example.org', now: () => now });
    const token = await editor();
    const { secret } = await share(token);
    expect((await links.read(secret)).title).toBe('Draft');
    now += 24 * HOUR_MS - 60_000;
    expect((await links.read(secret)).title).toBe('Draft');
    now += 60_000 + 1_000;
    await expect(links.read(secret)).rejects.toMatchObject({ code: 'preview_links.not_found' });
    expect(await links.list({ id: await idOf(token) })).toEqual([]);
    expect((await read(secret)).status).toBe(200);
    await links.deleteExpired();
    expect(await read(secret)).toMatchObject(notFoundResponse);
    expect(await database.kysely.selectFrom('preview_links').select('id').execute()).toEqual([]);
  });

  test('end when they are revoked by their user, and for unknown tokens', async () => {
    const [token, other] = [await editor(), await editor()];
    const { id, secret } = await share(token);
    expect((await api.call('DELETE', `${path}/${id}`, { token: other })).status).toBe(404);
    expect((await api.call('GET', path, { token: other })).body.data.items).toEqual([]);
    expect((await read(secret)).status).toBe(200);
    expect((await api.call('DELETE', `${path}/${id}`, { token })).status).toBe(200);
    expect(await read(secret)).toMatchObject(notFoundResponse);
    expect(await read('unknown')).toMatchObject(notFoundResponse);
    expect((await read('')).status).toBe(422);
  });

  test('end when their user is suspended, also after a restore', async () => {
    const token = await editor();
    const { secret } = await share(token);
    const id = await idOf(token);
    expect((await api.call('POST', `/api/users/${id}/suspend`, { token: manager })).status).toBe(200);
    expect(await read(secret)).toMatchObject(notFoundResponse);
    expect((await api.call('POST', `/api/users/${id}/restore`, { token: manager })).status).toBe(200);
    expect(await read(secret)).toMatchObject(notFoundResponse);
  });

  test('end when their user loses the permission', async () => {
    const token = await editor();
    const { secret } = await share(token);
    const id = await idOf(token);
    const json = { added: [], removed: ['mobile-configs:edit'] };
    expect((await api.call('PUT', `/api/users/${id}`, { token: manager, json })).status).toBe(200);
    expect(await read(secret)).toMatchObject(notFoundResponse);
    expect((await api.call('POST', path, { token, json: { config } })).status).toBe(403);
  });

  test('are limited per user, and per network that reads them', async () => {
    const token = await editor();
    const links = [];
    for (let number = 0; number < limits.maxPreviewLinks; number += 1) links.push(await share(token));
    const { status, body } = await api.call('POST', path, { token, json: { config } });
    expect([status, body.code]).toEqual([409, 'record.conflict']);
    await api.call('DELETE', `${path}/${links[0]?.id}`, { token });
    const last = await share(token);
    const statuses = new Set<number>();
    for (let number = 0; number < 61; number += 1)
      statuses.add((await read(last.secret, '198.51.100.7')).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  test('need the permission and valid content', async () => {
    const [viewer, token] = [await api.tokenFor([]), await editor()];
    expect((await api.call('POST', path, { token: viewer, json: { config } })).status).toBe(403);
    expect((await api.call('POST', path, { json: { config } })).status).toBe(401);
    const invalid = { config: [{ title: 'A', type: 'poem', data: [] }] };
    expect((await api.call('POST', path, { token, json: invalid })).status).toBe(422);
    expect((await api.call('POST', path, { token, json: {} })).status).toBe(422);
  });
});
