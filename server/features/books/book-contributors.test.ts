import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import { allPermissions } from '#contract/core/permissions';
import { checkDatabase } from '#server/features/system/check/database';
import { type TestResponse, buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';

eachDatabase('contributors of books', async (openEmpty) => {
  const database = await openEmpty();
  const store = await openTestBlobStore('folder');
  const api = await buildTestApp(database, store.blobs);
  const token = await api.tokenFor(allPermissions);

  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const create = async (input: object): Promise<Book> =>
    (await call('POST', '/books/create', { name: 'A book', ...input })).body.data;
  const update = (book: Book, input: object) => call('POST', '/books/update', { id: book.id, ...input });
  const read = async ({ id }: Book): Promise<Book> => (await call('GET', `/books/${id}`)).body.data;
  const undo = ({ headers }: TestResponse) =>
    call('POST', `/audit-log/${Number(headers['x-audit-log-entry'])}/undo`);
  const rolesOf = ({ contributors = [] }: Book) => contributors.map(({ name, role }) => `${name} ${role}`);
  const idOf = ({ contributors = [] }: Book, name: string) =>
    contributors.find((contributor) => contributor.name === name)?.id ?? 0;
  const namesIn = async (query: Record<string, string>): Promise<string[]> =>
    (
      await api.call('GET', '/api/books/list', { token, query: { with_chapters: '0', ...query } })
    ).body.data.items.map(({ name }: Book) => name);
  const people = async (search: string): Promise<string[]> =>
    (await api.call('GET', '/api/contributors', { token, query: { search } })).body.data.items.map(
      ({ name, book_count }: { name: string; book_count: number }) => `${name} ${book_count}`,
    );

  test('are the author and the narrators of a text', async () => {
    const book = await create({ author: { name: 'Ada Marsh' }, narrator: 'Nora Reader; ada  marsh' });
    expect(book.narrator).toBe('Nora Reader; ada  marsh');
    expect(rolesOf(book)).toEqual(['Ada Marsh author', 'Nora Reader narrator', 'Ada Marsh narrator']);
    await update(book, { narrator: 'Full cast' });
    expect(rolesOf(await read(book))).toEqual(['Ada Marsh author', 'Full cast narrator']);
    await update(book, { description: 'Other', author: { name: 'Ben Bell' } });
    expect(rolesOf(await read(book))).toEqual(['Ben Bell author', 'Full cast narrator']);
    await update(book, { narrator: '' });
    expect(rolesOf(await read(book))).toEqual(['Ben Bell author']);
    expect([await people('nora'), await people('full cast'), await people('marsh')]).toEqual([[], [], []]);
  });

  test('are set in order, with the author first and the narrators as text', async () => {
    const contributors = [
      { name: 'Tom Translator', role: 'translator' },
      { name: 'Una Author', role: 'author' },
      { name: 'Nina Voice', role: 'narrator' },
      { name: 'nina  voice', role: 'narrator' },
      { name: 'Madonna', role: 'narrator' },
    ];
    const book = await create({ contributors });
    expect([book.author.name, book.narrator]).toEqual(['Una Author', 'Nina Voice; Madonna']);
    const roles = [
      'Una Author author',
      'Tom Translator translator',
      'Nina Voice narrator',
      'Madonna narrator',
    ];
    expect(rolesOf(book)).toEqual(roles);
    // Sending a book back as it was read changes nothing.
    await update(book, { author: book.author, narrator: book.narrator, contributors: book.contributors });
    expect([rolesOf(await read(book)), (await read(book)).narrator]).toEqual([roles, book.narrator]);
    await update(book, { contributors: [{ name: 'Ivo Artist', role: 'illustrator' }] });
    expect([rolesOf(await read(book)), (await read(book)).narrator]).toEqual([
      ['Una Author author', 'Ivo Artist illustrator'],
      '',
    ]);
    const invalid = await update(book, { contributors: [{ name: 'X', role: 'driver' }] });
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([422, ['contributors.0.role']]);
    const names = Array.from({ length: 60 }, (_, index) => `A rather long name ${index}`);
    const tooLong = await update(book, { contributors: names.map((name) => ({ name, role: 'narrator' })) });
    expect([tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([422, ['contributors']]);
    expect(await people('rather')).toEqual([]);
  });

  test('are found by person and role, also after changes', async () => {
    const first = await create({ name: 'Own', author: { name: 'Vera Many' }, narrator: 'Vera Many' });
    const second = await create({ name: 'Read', narrator: 'Vera Many' });
    const contributor_id = String(first.author.id);
    expect(await people('vera')).toEqual(['Vera Many 2']);
    const both = { contributor_id };
    expect(await namesIn(both)).toEqual(['Read', 'Own']);
    expect(await namesIn({ ...both, contributor_role: 'author' })).toEqual(['Own']);
    expect(await namesIn({ ...both, contributor_role: 'narrator' })).toEqual(['Read', 'Own']);
    expect(await namesIn({ ...both, search: 'own' })).toEqual(['Own']);
    expect(await namesIn({ ...both, sort_by_field: 'reading_time' })).toHaveLength(2);
    expect(await namesIn({ contributor_id: 'x' })).toEqual([]);
    const changeResponse = await update(second, { contributors: [{ name: 'Vera Many', role: 'editor' }] });
    expect(await namesIn({ ...both, contributor_role: 'narrator' })).toEqual(['Own']);
    expect(await namesIn({ ...both, contributor_role: 'editor' })).toEqual(['Read']);
    await undo(changeResponse);
    expect(await namesIn({ ...both, contributor_role: 'narrator' })).toEqual(['Read', 'Own']);
    await call('DELETE', `/books/${second.id}`);
    expect([await namesIn(both), await people('vera')]).toEqual([['Own'], ['Vera Many 1']]);
  });

  test('have pages of their books with the exact number, each book once', async () => {
    const roles = ['author', 'narrator', 'editor'];
    const ids: number[][] = [[], [], []];
    const name = 'Pia Pages';
    let contributor_id = '';
    for (let number = 0; number < 10; number += 1) {
      const own = roles.filter(
        (_role, index) => number === 0 || (number + index) % 3 === 0 || index > number % 4,
      );
      const others = [{ name: 'Otto Other', role: 'author' }];
      const contributors = [
        ...(own.includes('author') ? [] : others),
        ...own.map((role) => ({ name, role })),
      ];
      const book = await create({ name: `Pages ${number}`, contributors });
      if (own.length > 0) contributor_id = String(idOf(book, name));
      for (const [index, role] of roles.entries()) if (own.includes(role)) ids[index]?.unshift(book.id);
    }
    const pagesOf = async (query: Record<string, string>) => {
      const pages: number[] = [];
      for (const page of ['1', '2', '3', '4', '5']) {
        const text = new URLSearchParams({ contributor_id, items_per_page: '3', page, ...query }).toString();
        const { items, total } = (await call('GET', `/books/list?${text}`)).body.data;
        pages.push(...items.map((item: Book) => item.id));
        expect(total).toBe(
          new Set(query['contributor_role'] ? ids[roles.indexOf(query['contributor_role'])] : ids.flat())
            .size,
        );
      }
      return pages;
    };
    for (const [index, role] of roles.entries())
      expect(await pagesOf({ contributor_role: role }), role).toEqual(ids[index]);
    expect(await pagesOf({})).toEqual([...new Set(ids.flat())].toSorted((a, b) => b - a));
  });

  test('are logged and undone with the text as it was written', async () => {
    const book = await create({ author: { name: 'Kim Log' }, narrator: 'KIM LOG & Lea Log' });
    const response = await update(book, {
      contributors: [
        { name: 'Kim Log', role: 'narrator' },
        { name: 'Max Log', role: 'foreword' },
      ],
    });
    expect((await read(book)).narrator).toBe('Kim Log');
    const entry = (await call('GET', `/audit-log/${Number(response.headers['x-audit-log-entry'])}`)).body
      .data;
    expect(entry.changes).toMatchObject([
      { field: 'narrator', before: 'KIM LOG & Lea Log', after: 'Kim Log' },
      { field: 'contributors', added: [{ name: 'Max Log' }], removed: [{ name: 'Lea Log' }] },
    ]);
    expect(await people('lea')).toEqual([]);
    const undoResponse = await undo(response);
    const { version: _version, updated_at: _time, contributors, ...restored } = await read(book);
    expect(restored).toMatchObject({ narrator: 'KIM LOG & Lea Log', author: book.author });
    expect(contributors).toEqual(book.contributors);
    expect((await undo(undoResponse)).status).toBe(200);
    expect(rolesOf(await read(book))).toEqual(['Kim Log author', 'Kim Log narrator', 'Max Log foreword']);
  });

  test('return with a deleted book', async () => {
    const book = await create({
      contributors: [
        { name: 'Trude Trash', role: 'author' },
        { name: 'Tara Trash', role: 'translator' },
        { name: 'Tess Trash', role: 'narrator' },
      ],
    });
    const deleteResponse = await call('DELETE', `/books/${book.id}`);
    expect(await people('trash')).toEqual([]);
    await undo(deleteResponse);
    expect((await read(book)).contributors).toEqual(book.contributors);
    expect(await people('trash')).toHaveLength(3);
    // Older versions stored no contributors with deleted books.
    await call('DELETE', `/books/${book.id}`);
    const { snapshot } = await database.kysely
      .selectFrom('trash')
      .select('snapshot')
      .where('record_id', '=', book.id)
      .executeTakeFirstOrThrow();
    const { contributors: _contributors, ...older } = JSON.parse(snapshot);
    await database.kysely
      .updateTable('trash')
      .set({ snapshot: JSON.stringify(older) })
      .where('record_id', '=', book.id)
      .execute();
    const [item] = (await call('GET', '/trash')).body.data.items;
    expect((await call('POST', `/trash/${item.id}/restore`)).status).toBe(200);
    expect(rolesOf(await read(book))).toEqual(['Trude Trash author', 'Tess Trash narrator']);
  });

  test('have new names in all books', async () => {
    const first = await create({ narrator: 'Rita Rename' });
    const second = await create({ narrator: 'Zoe Other & rita rename' });
    const id = idOf(first, 'Rita Rename');
    const renameResponse = await call('PUT', `/books/authors/${id}`, { name: 'Rita Renamed' });
    expect([(await read(first)).narrator, (await read(second)).narrator]).toEqual([
      'Rita Renamed',
      'Zoe Other, Rita Renamed',
    ]);
    expect(rolesOf(await read(second)).slice(1)).toEqual(['Zoe Other narrator', 'Rita Renamed narrator']);
    expect((await undo(renameResponse)).status).toBe(200);
    expect((await read(first)).narrator).toBe('Rita Rename');
  });

  test('have details, which can be undone and remain without books', async () => {
    const book = await create({ author: { name: 'Una Detail' }, narrator: 'Una Detail; Zia Detail' });
    const path = `/contributors/${book.author.id}`;
    const details = {
      sort_name: 'Detail, Una',
      other_names: ['U. Detail', 'Una D.'],
      isni: '0000 0001 2150 090x',
      biography: 'Writes.\nReads.',
    };
    const response = await call('PUT', path, { version: 1, ...details });
    expect(response.body).toMatchObject({
      message: 'Contributor updated successfully',
      data: {
        ...details,
        isni: '000000012150090X',
        version: 2,
        book_count: 1,
        roles: [
          { role: 'author', book_count: 1 },
          { role: 'narrator', book_count: 1 },
        ],
      },
    });
    expect((await call('PUT', path, { version: 1, biography: '' })).status).toBe(409);
    const invalid = await call('PUT', path, { isni: '0000 0001 2150 0900' });
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([422, ['isni']]);
    await undo(response);
    expect((await call('GET', path)).body.data).toMatchObject({ sort_name: '', other_names: [], isni: '' });
    await call('PUT', path, { other_names: 'U. Detail\nUna D.' });
    await call('DELETE', `/books/${book.id}`);
    expect((await call('GET', path)).body.data).toMatchObject({
      other_names: details.other_names,
      roles: [],
    });
    expect(await people('detail')).toEqual(['Una Detail 0']);
    // The last detail of someone without books.
    expect((await call('PUT', path, { other_names: [] })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(404);
  });

  test('are counted correctly after all of this', async () => {
    expect(await checkDatabase(database)).toEqual([]);
  });
});
