import { afterAll, expect, test } from 'vitest';
import type { BookContent } from '#contract/book-content/book-content';
import { allPermissions } from '#contract/core/permissions';
import { contextWith } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('the content of a book', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);

  afterAll(() => api.close());

  /** Creates a book with two chapters of two texts each. */
  async function addBook(): Promise<{ id: number; code: string }> {
    const { data } = (await api.call('POST', '/api/books/create', { token, json: { name: 'A book' } })).body;
    const { id, code } = data as { id: number; code: string };
    await api.services.books.replaceChapters(
      id,
      ['One', 'Two'].map((name, index) => ({
        name,
        duration: 0,
        start: index * 60,
        end: index * 60 + 60,
        text_items: [{ text: `${name} first.` }, { text: `${name} second.` }],
      })),
      contextWith(),
    );
    return { id, code };
  }

  const read = async (id: number): Promise<BookContent> =>
    (await api.call('GET', `/api/books/${id}/content`, { token })).body.data;

  const save = (id: number, json: object, query: Record<string, string> = {}) =>
    api.call('PUT', `/api/books/${id}/content`, { token, json, query });

  test('changes nothing when the stored content is saved again', async () => {
    const { id } = await addBook();
    const before = await read(id);
    expect(before.chapters.map(({ code, text_items }) => [code, text_items?.length])).toEqual([
      ['CH-01', 2],
      ['CH-02', 2],
    ]);
    const { status, body } = await save(id, before);
    expect([status, body.data]).toEqual([200, before]);
  });

  test('is restored by the undo of a save, as long as the version before it is stored', async () => {
    const { id } = await addBook();
    const before = await read(id);
    const [first, second] = before.chapters;
    const saveResponse = await save(id, {
      chapters: [
        { id: second?.id, name: 'Renamed', text_items: [{ text: 'Another text.' }] },
        { name: 'New' },
      ],
    });
    expect(saveResponse.status).toBe(200);
    const undo = (response: typeof saveResponse) =>
      api.call('POST', `/api/audit-log/${Number(response.headers['x-audit-log-entry'])}/undo`, { token });
    const contentOf = ({ chapters }: BookContent) =>
      chapters.map(({ code, name, start, text_items = [] }) => [
        code,
        name,
        start,
        text_items.map((item) => [item.code, item.text]),
      ]);
    const undoResponse = await undo(saveResponse);
    expect(undoResponse.status).toBe(200);
    expect(contentOf(await read(id))).toEqual(contentOf(before));
    expect((await undo(undoResponse)).status).toBe(200);
    expect((await read(id)).chapters.map(({ name }) => name)).toEqual(['Renamed', 'New']);
    expect(first?.name).toBe('One');
  });

  test('keeps the id and code of the first half on a split and a merge, and updates story items', async () => {
    const { id, code } = await addBook();
    const before = await read(id);
    const [first, second] = before.chapters;
    const story = await api.call('POST', '/api/books/story-books', {
      token,
      json: {
        title: 'A story',
        story_items: [
          { book_code: code, chapter_code: 'CH-01', text_item_code: 'T-02' },
          { book_code: code, chapter_code: 'CH-02', text_item_code: 'T-01' },
        ],
      },
    });
    expect(story.status).toBe(200);
    const readReference = async () => {
      const items = (await api.call('GET', '/api/books/story-books', { token })).body.data.items;
      return items
        .find((item: { id: number }) => item.id === story.body.data.id)
        .story_items.map(
          (item: Record<string, string>) => `${item['chapter_code']} ${item['text_item_code']}`,
        );
    };
    const split = await save(id, {
      version: before.version,
      chapters: [
        { id: first?.id, end: 30, text_items: [{ id: first?.text_items?.[0]?.id }] },
        { name: 'One and a half', start: 30, end: 60, text_items: [{ id: first?.text_items?.[1]?.id }] },
        { id: second?.id },
      ],
    });
    expect(split.status).toBe(200);
    const after: BookContent = split.body.data;
    expect(after.chapters.map((chapter) => [chapter.code, chapter.name, chapter.duration])).toEqual([
      ['CH-01', 'One', 30],
      ['CH-03', 'One and a half', 30],
      ['CH-02', 'Two', 60],
    ]);
    expect([after.version, after.chapter_count, after.duration]).toEqual([before.version + 1, 3, 120]);
    expect(await readReference()).toEqual(['CH-03 T-02', 'CH-02 T-01']);

    const mergeResponse = await save(id, {
      version: after.version,
      chapters: [
        {
          id: first?.id,
          end: 120,
          text_items: after.chapters
            .flatMap(({ text_items }) => text_items ?? [])
            .map((text) => ({ id: text.id })),
        },
      ],
    });
    expect(mergeResponse.status).toBe(200);
    expect(mergeResponse.body.data.chapters[0].text_items.map((text: { code: string }) => text.code)).toEqual(
      ['T-01', 'T-02', 'T-03', 'T-04'],
    );
    expect(await readReference()).toEqual(['CH-01 T-02', 'CH-01 T-03']);

    const restoreResponse = await api.call('POST', `/api/books/${id}/content/versions/0/restore`, {
      token,
      json: { version: mergeResponse.body.data.version },
    });
    expect(restoreResponse.status).toBe(200);
    const contents = ({ chapters }: BookContent) =>
      chapters.map(({ code: chapter, name, start, end, text_items }) => ({
        chapter,
        name,
        start,
        end,
        texts: text_items?.map((text) => `${text.code} ${text.text}`),
      }));
    expect(contents(restoreResponse.body.data)).toEqual(contents(before));
    expect(await readReference()).toEqual(['CH-01 T-02', 'CH-02 T-01']);
    const { items } = (await api.call('GET', `/api/books/${id}/content/versions`, { token })).body.data;
    expect(items.map((item: { revision: number }) => item.revision)).toEqual([3, 2, 1, 0]);
    for (const [revision, expected] of [
      [0, before],
      [1, after],
      [2, mergeResponse.body.data],
    ] as const) {
      const { data } = (await api.call('GET', `/api/books/${id}/content/versions/${revision}`, { token }))
        .body;
      expect(contents(data)).toEqual(contents(expected));
    }
  });

  test('deletes texts that story items reference only with force', async () => {
    const { id, code } = await addBook();
    const { version, chapters } = await read(id);
    const item = { book_code: code, chapter_code: 'CH-02', text_item_code: 'T-01' };
    await api.call('POST', '/api/books/story-books', {
      token,
      json: { title: 'Tied', story_items: [item] },
    });
    const without = { version, chapters: [{ id: chapters[0]?.id }] };
    const { status, body } = await save(id, without);
    expect([status, body.code, body.details]).toEqual([
      409,
      'book_content.breaks_stories',
      {
        story_items: [
          {
            story_book_id: expect.any(Number),
            story_book_title: 'Tied',
            position: 0,
            chapter_code: 'CH-02',
            text_item_code: 'T-01',
          },
        ],
      },
    ]);
    expect((await read(id)).version).toBe(version);
    const forceResponse = await save(id, { ...without, force: true }, { with_texts: '0' });
    expect([forceResponse.status, forceResponse.body.data.chapters.length]).toEqual([200, 1]);
    expect(forceResponse.body.data.chapters[0].text_items).toBeUndefined();
    // The code of a text that a story item referenced is not assigned to another text.
    const again = await save(id, {
      chapters: [
        { id: chapters[0]?.id },
        { name: 'New', code: 'CH-02', text_items: [{ text: 'Other words.' }] },
      ],
    });
    expect(again.body.data.chapters[1].text_items[0].code).toBe('T-02');
  });

  test.each<[string, (before: BookContent) => object, number, string]>([
    [
      'an earlier version',
      ({ version }) => ({ version: version - 1, chapters: [] }),
      409,
      'books.version_conflict',
    ],
    ['no chapters', () => ({}), 422, 'request.invalid'],
    ['null for chapters', () => ({ chapters: null }), 422, 'request.invalid'],
    [
      'one chapter twice',
      ({ chapters }) => ({ chapters: [{ id: chapters[0]?.id }, { id: chapters[0]?.id }] }),
      422,
      'list.repeated_entry',
    ],
    [
      'a code twice',
      ({ chapters }) => ({ chapters: chapters.map(({ id }) => ({ id, code: 'X' })) }),
      422,
      'list.repeated_entry',
    ],
    [
      'an end before its start',
      ({ chapters }) => ({ chapters: chapters.map(({ id }) => ({ id, start: 9, end: 3 })) }),
      422,
      'number.out_of_range',
    ],
    [
      'chapters that overlap',
      ({ chapters }) => ({ chapters: [{ id: chapters[0]?.id, end: 80 }, { id: chapters[1]?.id }] }),
      422,
      'number.out_of_range',
    ],
    [
      'a stranger’s sound',
      ({ chapters }) => ({ chapters: chapters.map(({ id }) => ({ id, audio_url: '/media/x.mp3' })) }),
      422,
      'reference.unknown',
    ],
    [
      'an upload that is not there',
      ({ chapters }) => ({ chapters: [{ id: chapters[0]?.id, upload_id: 'a'.repeat(32) }] }),
      422,
      'reference.unknown',
    ],
  ])('rejects %s and changes nothing', async (_what, make, status, code) => {
    const { id } = await addBook();
    const before = await read(id);
    const response = await save(id, make(before));
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(await read(id)).toEqual(before);
  });

  test('saves a book with 3,000 chapters, which exceeds the body limit of other requests', async () => {
    const { id } = await addBook();
    const chapters = Array.from({ length: 3_000 }, (_, index) => ({
      name: `Chapter ${index}`,
      start: index * 12,
      end: index * 12 + 12,
      text_items: Array.from({ length: 2 }, (_text, textIndex) => ({ text: `Text ${index} ${textIndex}.` })),
    }));
    const { status, body } = await save(id, { chapters }, { with_texts: '0' });
    expect([status, body.data.chapters.length, body.data.duration]).toEqual([200, 3_000, 36_000]);
    const whole = await read(id);
    expect(whole.chapters.flatMap(({ text_items }) => text_items).length).toBe(6_000);
    const renamedChapters = whole.chapters.map((chapter, index) => ({
      id: chapter.id,
      ...(index === 7 && { name: 'Other' }),
    }));
    const titleResponse = await save(
      id,
      { version: whole.version, chapters: renamedChapters },
      { with_texts: '0' },
    );
    expect([
      titleResponse.status,
      titleResponse.body.data.chapters[7].name,
      titleResponse.body.data.reading_time,
    ]).toEqual([200, 'Other', whole.reading_time]);
  });
});
