import { afterAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { SettingKey } from '#contract/settings/declared';
import { type LanguageEntry, initialLanguages } from '#contract/settings/language-list';
import { hashToken } from '#server/core/auth/tokens';
import { openSettings } from '#server/core/settings/settings';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import { openTestApp } from '#server/testing/open-test-app';
import { openSqliteApp } from '#server/testing/sqlite-app';

eachDatabase('the settings', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const read = async () => (await api.call('GET', '/api/settings', { token })).body.data;
  const change = (section: string, json: object) =>
    api.call('PATCH', `/api/settings/${section}`, { token, json });
  const page = async () => (await api.call('GET', '/api/settings/page')).body.data;

  test('have defaults, each with a unit and a reason', async () => {
    const { general, catalogue, media, sign_in } = await read();
    expect(general.settings.product_name).toMatchObject({
      value: 'Lectern',
      default: 'Lectern',
      unit: null,
      from: 'default',
      is_writable: true,
      variable: 'PRODUCT_NAME',
    });
    expect(catalogue.settings.languages.value).toEqual(initialLanguages);
    expect(media.settings.max_image_bytes).toMatchObject({ value: 10_485_760, unit: 'bytes' });
    expect(sign_in.settings.idle_minutes).toMatchObject({ value: 0, unit: 'minutes' });
    for (const { settings } of [general, catalogue, media, sign_in])
      for (const { reason } of Object.values<{ reason: string }>(settings)) expect(reason).toMatch(/\.$/);
  });

  test('are changed, returned to every page, logged, and reset to the default', async () => {
    const { version } = (await read()).general;
    const { body } = await change('general', {
      version,
      product_name: 'Ses',
      docs_url: 'https://ses.example/',
    });
    expect(body.data.version).toBe(version + 1);
    expect(body.data.settings.product_name).toMatchObject({ value: 'Ses', from: 'settings' });
    // The provider name is not set.
    expect(await page()).toMatchObject({ product_name: 'Ses', provider_name: 'Ses' });
    const log = await api.call('GET', '/api/security-log', { token, query: { kind: 'settings_changed' } });
    expect(log.body.data.items[0].detail).toBe('General: Product name, Documentation link');

    const back = await change('general', { reset: ['product_name'] });
    expect(back.body.data.settings.product_name).toMatchObject({ value: 'Lectern', from: 'default' });
    expect(back.body.data.settings.docs_url.value).toBe('https://ses.example/');
  });

  test('reject a change of an older version, and store none of it', async () => {
    const { version } = (await read()).media;
    await change('media', { version, max_image_bytes: 500_000 });
    const late = await change('media', { version, max_image_bytes: 600_000 });
    expect(late.status).toBe(409);
    expect(late.body.code).toBe('settings.version_conflict');
    expect((await read()).media.settings.max_image_bytes.value).toBe(500_000);
    // Changes of different sections do not conflict.
    expect((await change('sign-in', { version: 1, idle_minutes: 0 })).status).toBe(200);
  });

  test.each<[string, object, string]>([
    ['general', { product_name: ' ' }, 'product_name'],
    ['general', { docs_url: 'javascript:alert(1)' }, 'docs_url'],
    ['media', { max_image_bytes: 20_000_000 }, 'max_image_bytes'],
    ['media', { max_audio_bytes: 1 }, 'max_audio_bytes'],
    ['sign-in', { session_hours: 0 }, 'session_hours'],
    ['sign-in', { session_hours: 1.5 }, 'session_hours'],
    ['sign-in', { idle_minutes: 'often' }, 'idle_minutes'],
    ['sign-in', { two_factor: 'nobody' }, 'two_factor'],
    ['sign-in', { reset: ['product_name'] }, 'reset.0'],
    ['catalogue', { new_book_language: 77 }, 'new_book_language'],
  ])('reject %s %j', async (section, json, field) => {
    const response = await change(section, json);
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });

  test('are read by another process without a notification', async () => {
    const other = await openSettings(database, api.config);
    const before = other.revision();
    await change('general', { provider_name: 'Marsh Audio' });
    expect(other.values().provider_name).not.toBe('Marsh Audio');
    const end = other.follow((error) => expect.fail(String(error)));
    await expect.poll(() => other.values().provider_name, { timeout: 60_000 }).toBe('Marsh Audio');
    end();
    expect(other.revision()).toBe(before + 1);
    const response = await api.call('GET', '/api/user/me', { token });
    expect(response.headers['lectern-settings']).toBe(String(other.revision()));
  });

  test('apply to two applications with one database', async () => {
    const other = await openTestApp(database);
    const end = other.settings.follow((error) => expect.fail(String(error)));
    await change('general', { product_name: 'Two Houses' });
    expect((await page()).product_name).toBe('Two Houses');
    const productName = async () => (await other.call('GET', '/api/settings/page')).body.data.product_name;
    await expect.poll(productName, { timeout: 60_000 }).toBe('Two Houses');
    end();
    await other.close();
    await change('general', { reset: ['product_name'] });
  });

  test('require two-factor authentication of no user, of users with permissions, or of all users', async () => {
    const sentence = 'seven grey herons wait';
    for (const [name, permissions] of [
      ['reader', ['reports:read']],
      ['editor', ['books:edit']],
    ] as const)
      await api.accounts.add({ email: `${name}@example.org`, name, password: sentence, permissions });
    const needsIt = async (name: string) => {
      const json = { email: `${name}@example.org`, password: sentence };
      const { body } = await api.call('POST', '/api/auth/login', { json });
      return body.data.second_step !== undefined;
    };
    const both = async () => [await needsIt('reader'), await needsIt('editor')];
    expect(await both()).toEqual([false, false]);
    await change('sign-in', { two_factor: 'editors' });
    expect(await both()).toEqual([false, true]);
    await change('sign-in', { two_factor: 'all' });
    expect(await both()).toEqual([true, true]);
    await change('sign-in', { reset: ['two_factor'] });
    expect(await both()).toEqual([false, false]);
  });

  test('store a logo, replace its file and remove it', async () => {
    const logo = { bytes: await makeImage('png'), name: 'logo.png' };
    const send = async () =>
      (await api.call('PATCH', '/api/settings/general', { token, form: { logo } })).body.data.settings.logo;
    const { value: first } = await send();
    expect((await api.call('GET', first)).status).toBe(200);
    const { value: second } = await send();
    expect((await page()).logo_url).toBe(second);
    expect((await api.call('GET', first)).status).toBe(404);
    await change('general', { reset: ['logo'] });
    expect((await page()).logo_url).toBeNull();
    expect((await api.call('GET', second)).status).toBe(404);
    const { count } = await database.kysely
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  describe('languages', () => {
    const german = { short: 'DE', label: 'German', words_per_minute: 260 };
    const danish = { short: 'da', label: 'Danish', words_per_minute: 200 };
    const languages = async (): Promise<LanguageEntry[]> => (await read()).catalogue.settings.languages.value;

    test('are added with a number that is never used again', async () => {
      await change('catalogue', { languages: [...initialLanguages, german] });
      expect((await languages())[4]).toEqual({
        code: 5,
        short: 'de',
        label: 'German',
        words_per_minute: 260,
        is_offered: true,
      });
      await change('catalogue', { languages: initialLanguages });
      const dutch = { short: 'nl', label: 'Dutch', words_per_minute: 200 };
      await change('catalogue', { languages: [...initialLanguages, dutch, german] });
      expect((await languages()).slice(4).map(({ code }) => code)).toEqual([6, 7]);
    });

    test('filter books by the code of an added one, which then cannot be removed', async () => {
      const [, , , , added] = await languages();
      await api.call('POST', '/api/books/create', {
        token,
        json: { name: 'Het boek', language: added?.code },
      });
      const response = await api.call('GET', '/api/books/list', { token, query: { language: 'NL' } });
      expect(response.body.data.total).toBe(1);
      const errorResponse = await change('catalogue', { languages: initialLanguages });
      expect(errorResponse.status).toBe(409);
      expect(errorResponse.body.message).toContain('Dutch');
      expect((await change('catalogue', { reset: ['languages'] })).status).toBe(409);
    });

    type Edit = (now: LanguageEntry[]) => object[];
    test.each<[string, Edit, string]>([
      ['one of the first four is missing', (now) => now.slice(1), 'languages'],
      ['a code stands twice', (now) => [...now, { ...danish, short: 'en' }], 'languages.6.short'],
      ['a name stands twice', (now) => [...now, { ...danish, label: 'english' }], 'languages.6.label'],
      ['a number is made up', (now) => [...now, { ...danish, code: 40 }], 'languages.6.code'],
      [
        'none is switched on',
        (now) => now.map((language) => ({ ...language, is_offered: false })),
        'languages',
      ],
      [
        'the one of new books is switched off',
        (now) => now.map((language) => ({ ...language, is_offered: language.code !== 3 })),
        'languages',
      ],
      [
        'nobody reads so slowly',
        (now) => [...now, { ...danish, words_per_minute: 1 }],
        'languages.6.words_per_minute',
      ],
    ])('are rejected where %s', async (_what, edit, field) => {
      const errorResponse = await change('catalogue', { languages: edit(await languages()) });
      expect(errorResponse.status).toBe(422);
      expect(Object.keys(errorResponse.body.errors)).toEqual([field]);
    });

    test('keep number, code and name of the first four', async () => {
      const list = (await languages()).map((language) =>
        language.code === 1 ? { ...language, label: 'Türkçe', short: 'xx', is_offered: false } : language,
      );
      await change('catalogue', { languages: list });
      expect((await languages())[0]).toMatchObject({
        code: 1,
        short: 'tr',
        label: 'Turkish',
        is_offered: false,
      });
    });
  });

  test('limit the duration of a session, and of an inactive session', async () => {
    const password = 'nine small otters swim';
    await api.accounts.add({ email: 'ida@example.org', name: 'Ida', password, role: 'viewer' });
    const signIn = (typedPassword: string) =>
      api.call('POST', '/api/auth/login', { json: { email: 'ida@example.org', password: typedPassword } });
    await change('sign-in', { session_hours: 2, idle_minutes: 5, sign_in_attempts: 3 });
    const { body } = await signIn(password);
    expect(body.data.expires_in).toBe(7200);
    const isIn = async () =>
      (await api.call('GET', '/api/user/me', { token: body.data.access_token })).status === 200;
    const lastSeen = (minutes: number) =>
      database.kysely
        .updateTable('sessions')
        .set({ last_seen_at: new Date(Date.now() - minutes * 60_000).toISOString() })
        .where('token_hash', '=', hashToken(body.data.access_token))
        .execute();
    await lastSeen(4);
    expect(await isIn()).toBe(true);
    await lastSeen(10);
    expect(await isIn()).toBe(false);
    await change('sign-in', { idle_minutes: 0 });
    expect(await isIn()).toBe(true);
    for (let index = 0; index < 3; index += 1) expect((await signIn('wrong')).status).toBe(401);
    expect((await signIn(password)).status).toBe(429);
  });

  test('set the defaults of a new book, and the maximum size of a file', async () => {
    await change('catalogue', { new_book_language: 4, new_book_is_backup: false });
    const response = await api.call('POST', '/api/books/create', { token, json: { name: 'El libro' } });
    expect(response.body.data).toMatchObject({ language: 4, is_backup: 0, author: { name: 'Marsh Audio' } });
    await change('media', { max_image_bytes: 10_000 });
    const image = { bytes: new Uint8Array(20_000), name: 'large.png' };
    const errorResponse = await api.call('POST', '/api/books/create', { token, form: { name: 'A', image } });
    expect(errorResponse.status).toBe(413);
    await change('media', { reset: ['max_image_bytes'] });
    const allowedResponse = await api.call('POST', '/api/books/create', {
      token,
      form: { name: 'A', image },
    });
    expect(allowedResponse.status).toBe(415);
  });
});

test('return values of the environment as fixed, and reject changes of them', async () => {
  const api = await openSqliteApp({
    fixedSettings: { product_name: 'Set outside', session_hours: 4 },
    maxImageBytes: 300_000,
  });
  const token = await api.tokenFor(allPermissions);
  const { body } = await api.call('GET', '/api/settings', { token });
  expect(body.data.general.settings.product_name).toMatchObject({
    value: 'Set outside',
    default: 'Lectern',
    from: 'environment',
    is_writable: false,
  });
  expect(body.data.media.settings.max_image_bytes).toMatchObject({ value: 300_000, default: 300_000 });
  const change = (json: Partial<Record<SettingKey, unknown>>) =>
    api.call('PATCH', '/api/settings/general', { token, json });
  const errorResponse = await change({ product_name: 'Mine' });
  expect(errorResponse.status).toBe(422);
  expect(errorResponse.body.code).toBe('settings.fixed');
  expect((await change({ product_name: 'Set outside', provider_name: 'P' })).status).toBe(200);
  await api.close();
});

test('require the permission to read and to change them', async () => {
  const api = await openSqliteApp();
  const token = await api.tokenFor(allPermissions.filter((permission) => permission !== 'settings:edit'));
  expect((await api.call('GET', '/api/settings', { token })).status).toBe(403);
  expect((await api.call('PATCH', '/api/settings/general', { token, json: {} })).status).toBe(403);
  await api.close();
});
