import { afterAll, expect, test } from 'vitest';
import { customFieldLimits } from '#contract/custom-fields/custom-fields';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { deleteValuesOfDeletedFields } from './delete-values.ts';

eachDatabase('custom fields', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const createField = async (json: object) => (await call('POST', '/custom-fields/create', json)).body.data;
  const list = async () => (await call('GET', '/custom-fields')).body.data.items;
  const createBook = async (custom: object) =>
    (await call('POST', '/books/create', { name: 'Book', custom })).body.data;

  test('are created, changed and reordered', async () => {
    const season = await createField({ label: 'Season', type: 'number', help: 'Of the series' });
    expect(season).toMatchObject({
      key: 'season',
      choices: [],
      is_required: false,
      is_filter: false,
      version: 1,
    });
    const mood = await createField({
      label: 'Mood & tone',
      type: 'choice',
      choices: [{ name: 'Calm' }, { name: 'Dark' }],
      is_filter: true,
    });
    expect(mood).toMatchObject({
      key: 'mood_tone',
      choices: [
        { id: 1, name: 'Calm' },
        { id: 2, name: 'Dark' },
      ],
    });
    const response = await call('POST', '/custom-fields/update', {
      id: mood.id,
      version: 1,
      label: 'Mood',
      choices: [{ name: 'Funny' }, { id: 2, name: 'Gloomy' }, { id: 1, name: 'Calm' }],
    });
    expect(response.body.data).toMatchObject({
      key: 'mood_tone',
      label: 'Mood',
      choices: [
        { id: 3, name: 'Funny' },
        { id: 2, name: 'Gloomy' },
        { id: 1, name: 'Calm' },
      ],
      is_filter: true,
      version: 2,
    });
    const conflict = await call('POST', '/custom-fields/update', { id: mood.id, version: 1, label: 'Tone' });
    expect([conflict.status, conflict.body.code]).toEqual([409, 'custom_fields.version_conflict']);
    await call('POST', '/custom-fields/reorder', { ids: [mood.id, season.id] });
    expect((await list()).map(({ key }: { key: string }) => key)).toEqual(['mood_tone', 'season']);
    const events = await call('GET', '/security-log');
    expect(events.body.data.items.map(({ detail }: { detail: string }) => detail)).toEqual([
      'Custom fields: order changed',
      'Custom fields: “Mood & tone” renamed “Mood”',
      'Custom fields: “Mood & tone” created',
      'Custom fields: “Season” created',
    ]);
  });

  test.each([
    [{ label: ' ', type: 'text' }, 'label'],
    [{ label: 'Séason', type: 'text' }, 'label'],
    [{ label: 'Other', type: 'colour' }, 'type'],
    [{ label: 'Other' }, 'type'],
    [{ label: 'Other', type: 'choice' }, 'choices'],
    [{ label: 'Other', type: 'choice', choices: [{ name: 'A' }, { name: 'á' }] }, 'choices.1.name'],
    [{ label: 'Other', type: 'choice', choices: [null] }, 'choices.0'],
    [{ label: 'Other', type: 'choice', choices: [{ id: 7, name: 'A' }] }, 'choices.0.id'],
    [{ label: 'x'.repeat(61), type: 'text' }, 'label'],
  ])('reject %j', async (json, path) => {
    const { status, body } = await call('POST', '/custom-fields/create', json);
    expect([[409, 422].includes(status), Object.keys(body.errors)]).toEqual([true, [path]]);
  });

  test('require the permission to edit settings for changes', async () => {
    const reader = await api.tokenFor(['books:edit']);
    const as = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: object) =>
      api.call(method, `/api/custom-fields${path}`, { token: reader, ...(json && { json }) });
    expect((await as('GET', '')).status).toBe(200);
    expect((await as('POST', '/create', { label: 'A', type: 'text' })).status).toBe(403);
    expect((await as('POST', '/reorder', { ids: [] })).status).toBe(403);
    expect((await as('DELETE', '/1')).status).toBe(403);
    expect((await api.call('GET', '/api/custom-fields')).status).toBe(401);
  });

  test('protect choices that books use, and never reuse their IDs or the key of another type', async () => {
    const field = await createField({
      label: 'Format',
      type: 'choice',
      choices: [{ name: 'CD' }, { name: 'MP3' }],
    });
    const book = await createBook({ format: 'mp3' });
    expect(book.custom).toEqual({ format: 'MP3' });
    const update = (choices: object[]) => call('POST', '/custom-fields/update', { id: field.id, choices });
    const response = await update([{ id: 1, name: 'CD' }]);
    expect([response.status, response.body.message]).toEqual([
      409,
      '1 book has the choice “MP3”. Change them first.',
    ]);
    await update([{ id: 2, name: 'MP3 download' }, { name: 'Stream' }]);
    expect((await call('GET', `/books/${book.id}`)).body.data.custom).toEqual({ format: 'MP3 download' });
    expect((await list()).at(-1).choices).toEqual([
      { id: 2, name: 'MP3 download' },
      { id: 3, name: 'Stream' },
    ]);
    expect((await call('GET', `/custom-fields/${field.id}`)).body.data.book_count).toBe(1);
    expect((await call('DELETE', `/custom-fields/${field.id}`)).status).toBe(200);
    expect((await call('GET', `/books/${book.id}`)).body.data).not.toHaveProperty('custom');
    expect(await createField({ label: 'Format', type: 'text' })).toMatchObject({ key: 'format_2' });
    const ofSameType = { label: 'Format!', type: 'choice', choices: [{ name: 'CD' }] };
    expect(await createField(ofSameType)).toMatchObject({ key: 'format' });
    expect((await call('GET', `/books/${book.id}`)).body.data).not.toHaveProperty('custom');
    await deleteValuesOfDeletedFields(database);
    expect(
      await database.kysely.selectFrom('books').select('custom_values').where('id', '=', book.id).execute(),
    ).toEqual([{ custom_values: '' }]);
    expect(await database.kysely.selectFrom('book_custom_values').selectAll().execute()).toEqual([]);
  });

  test(`have at most ${customFieldLimits.maxFields} entries`, async () => {
    const count = (await list()).length;
    for (let number = count; number < customFieldLimits.maxFields; number += 1)
      expect(await createField({ label: `Field ${number}`, type: 'text' })).toMatchObject({ version: 1 });
    const { status } = await call('POST', '/custom-fields/create', { label: 'Too many', type: 'text' });
    expect(status).toBe(409);
  });
});
