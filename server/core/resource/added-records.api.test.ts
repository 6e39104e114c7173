import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Permission, allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openTestApp } from '#server/testing/open-test-app';

/* Users add a record to a list of another record, such as a book to a collection. Each is an update of that other record. */

interface Target {
  readonly path: string;
  readonly edit: Permission;
  /** The fields of a new record. Its list is empty, or contains the first book. */
  readonly fields: object;
  /** The fields of an update that adds a record to the list. */
  readonly adding: (addedRecord: { readonly code: string; readonly id: number }) => object;
}

const firstDay = { book_code: 'BK-000001', order_index: 0 };

const targets: readonly Target[] = [
  {
    path: 'collections',
    edit: 'collections:edit',
    fields: { title: 'Target', book_codes: [] },
    adding: ({ code }) => ({ book_codes: [code] }),
  },
  {
    path: 'challenges',
    edit: 'challenges:edit',
    fields: { title: 'Target', description: 'D', day_count: 1, is_active: false, items: [firstDay] },
    adding: ({ code }) => ({ day_count: 2, items: [firstDay, { book_code: code, order_index: 1 }] }),
  },
  {
    path: 'story-books',
    edit: 'story-books:edit',
    fields: { title: 'Target', description: 'D', story_items: [] },
    adding: ({ code }) => ({
      story_items: [{ book_code: code, chapter_code: 'C1', text_item_code: 'T1', is_featured: false }],
    }),
  },
  {
    path: 'mobile-configs',
    edit: 'mobile-configs:edit',
    fields: { title: 'Target', is_main_service: false, config: [] },
    adding: ({ id }) => ({
      config: [{ title: 'Shelf', type: 'list_collection', data: { items: [{ id }] } }],
    }),
  },
];

eachDatabase('a record', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const administrator = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    await addBook('First');
  });
  afterAll(() => api.close());

  const create = async (path: string, json: object) => {
    const { status, text, body } = await api.call('POST', `/api/books/${path}`, {
      token: administrator,
      json,
    });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return body.data as { id: number; code: string; version: number };
  };

  async function addBook(name: string) {
    const book = await create('create', { name });
    const text_items = [{ text: 'It began.', code: 'T1' }];
    const chapters = [{ name: 'One', duration: 60, code: 'C1', text_items }];
    await api.services.books.replaceChapters(book.id, chapters, contextWith());
    return book;
  }

  async function suspendSession(): Promise<string> {
    const token = await api.tokenFor(allPermissions);
    const { user_id } = await database.kysely
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    await database.kysely.updateTable('users').set({ is_suspended: 1 }).where('id', '=', user_id).execute();
    return token;
  }

  describe.each(targets)('is added to a list of $path', ({ path, edit, fields, adding }) => {
    const others = allPermissions.filter((permission) => permission !== edit);
    const open = async (id: number) =>
      (await api.call('GET', `/api/books/${path}/${id}`, { token: administrator })).body.data;
    const update = (token: string | undefined, json: object) =>
      api.call('POST', `/api/books/${path}/update`, { ...(token !== undefined && { token }), json });

    test('only by users and API tokens with the permission to edit it', async () => {
      const book = await addBook('Added');
      const collection = await create('collections', { title: 'Added' });
      const target = await create(path, fields);
      const before = await open(target.id);
      const json = { id: target.id, ...adding({ code: book.code, id: collection.id }) };
      const owner = await api.tokenFor(allPermissions);
      const callers = {
        'no one': undefined,
        'a viewer': await api.tokenFor([]),
        'a user with all other permissions': await api.tokenFor(others),
        'a suspended user': await suspendSession(),
        'an API token without permissions': await api.scriptTokenFor(owner, []),
        'an API token with all other permissions': await api.scriptTokenFor(owner, others),
        'an API token of a viewer': await api.scriptTokenFor(await api.tokenFor([]), [edit]),
      };
      for (const [name, token] of Object.entries(callers)) {
        expect([401, 403], name).toContain((await update(token, json)).status);
        expect(await open(target.id), name).toEqual(before);
      }
      expect((await update(await api.tokenFor([edit]), json)).status).toBe(200);
      expect((await open(target.id)).version).toBe(before.version + 1);
    });

    test('neither if it is deleted or unknown, nor to an older version', async () => {
      const book = await addBook('Deleted and hidden');
      const collection = await create('collections', { title: 'Deleted and hidden' });
      const token = administrator;
      await api.call('DELETE', `/api/books/${book.id}`, { token });
      await api.call('POST', '/api/books/collections/delete', { token, json: { id: collection.id } });
      const target = await create(path, fields);
      const before = await open(target.id);
      for (const addedRecord of [
        { code: book.code, id: collection.id },
        { code: 'BK-999999', id: 999_999 },
      ]) {
        const response = await update(await api.tokenFor([edit]), { id: target.id, ...adding(addedRecord) });
        expect(response.status).toBe(422);
        expect(response.text).not.toContain('Deleted and hidden');
      }
      const stale = await update(token, { id: target.id, version: before.version + 1, title: 'Other' });
      expect(stale.status).toBe(409);
      expect(await open(target.id)).toEqual(before);
    });
  });
});
