import { afterAll, expect, test } from 'vitest';
import type { BookContent } from '#contract/book-content/book-content';
import { allPermissions } from '#contract/core/permissions';
import { openSettings } from '#server/core/settings/settings';
import type { TestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openTestApp } from '#server/testing/open-test-app';
import { createAlignJob } from '../align.jobs.ts';
import type { MatchedChapter, MatchedRange } from './match-child.ts';
import { jobContext } from '#server/testing/job-context';

const range = (file: number, start: number, end: number | null, firstText = 0): MatchedRange => ({
  file,
  start,
  end,
  firstText,
  sentences: [
    { item: firstText, from: 0, to: 2, span: [start + 1, start + 2], confidence: 0.9, isUncertain: false },
  ],
  foreign: [],
});
const audioOf = (key: string) => ({ audio_key: key, duration: 60, rows: [] });

eachDatabase('matching chapters with audio', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);

  afterAll(() => api.close());

  const content = async (id: number): Promise<BookContent> =>
    (await api.call('GET', `/api/books/${id}/content`, { token })).body.data;
  const show = ({ chapters }: BookContent) =>
    chapters.map(({ name, audio_url, start, end, text_items }) => [
      name,
      audio_url?.replace('/media/', '') ?? null,
      start,
      end,
      (text_items ?? []).map((item) => `${item.text} ${item.start}`),
    ]);

  type Chapters = Parameters<TestApp['services']['books']['replaceChapters']>[1];
  async function addBook(chapters: Chapters): Promise<number> {
    const { data } = (await api.call('POST', '/api/books/create', { token, json: { name: 'Told' } })).body;
    await api.services.books.replaceChapters(data.id, chapters, contextWith());
    return data.id;
  }

  /** Starts the job by the API, and runs it with the result of a search. */
  async function runJob(
    id: number,
    matches: readonly MatchedChapter[] | null,
    {
      continuations = [],
      before,
    }: { readonly continuations?: readonly number[]; before?(): Promise<unknown> } = {},
  ) {
    const { data } = (
      await api.call('POST', `/api/books/${id}/align`, { token, json: { match_chapters: true } })
    ).body;
    const { payload } = await database.kysely
      .selectFrom('jobs')
      .select('payload')
      .where('id', '=', data.job_id)
      .executeTakeFirstOrThrow();
    const job = createAlignJob({
      adminEmail: 'admin@example.org',
      database,
      blobs: api.blobs,
      staging: {
        ...api.staging,
        openLocalFile: async () => ({ path: '', size: 0, discard: async () => undefined }),
      },
      files: api.files,
      jobs: api.jobs,
      settings: await openSettings(database, api.config),
      ffmpeg: null,
      alignBook: async () => [],
      matchBook: async () => matches,
    });
    const storedPayload = JSON.parse(payload) as { match?: object };
    expect(storedPayload.match).toEqual({ continuations: [] });
    const outcome = await job.run(
      jobContext(id, { jobId: data.job_id, payload: { ...storedPayload, match: { continuations } } }),
    );
    await before?.();
    await database.kysely.transaction().execute(async (trx) => outcome.commit?.(trx));
    await database.kysely.deleteFrom('jobs').where('id', '=', data.job_id).execute();
    return outcome.result;
  }

  test('moves audio to the chapters that it reads, and is undone by the version before', async () => {
    const id = await addBook([
      { name: 'One', duration: 0, audio: audioOf('b.mp3'), text_items: [{ text: 'One.' }] },
      { name: 'Two', duration: 0, audio: audioOf('a.mp3'), text_items: [{ text: 'Two.' }] },
      { name: 'Notes', duration: 0, audio: audioOf('c.mp3'), text_items: [{ text: 'Notes.' }] },
    ]);
    const before = await content(id);
    const result = await runJob(id, [
      { confidence: 1, ranges: [range(1, 0, null)] },
      { confidence: 0.8, ranges: [range(0, 0, null)] },
      { confidence: 0, ranges: [] },
    ]);
    expect(result).toMatchObject({
      matched_chapters: [
        { name: 'One', range_count: 1, confidence: 1 },
        { name: 'Two', range_count: 1, confidence: 0.8 },
        { name: 'Notes', range_count: 0, confidence: 0 },
      ],
    });
    const after = await content(id);
    // The file without a text is a chapter of its own.
    expect(show(after)).toEqual([
      ['One', 'a.mp3', null, null, ['One. 1']],
      ['Two', 'b.mp3', null, null, ['Two. 1']],
      ['Notes', null, null, null, ['Notes. null']],
      ['Chapter 4', 'c.mp3', null, null, []],
    ]);
    const versions = (await api.call('GET', `/api/books/${id}/content/versions`, { token })).body.data.items;
    expect(versions[0].summary).toBe('2 chapters of 3 matched with the audio by text, 1 without audio');
    await api.call('POST', `/api/books/${id}/content/versions/0/restore`, { token, json: {} });
    expect(show(await content(id))).toEqual(show(before));
  });

  test('splits one file, and a text that is read in several files', async () => {
    const single = await addBook([
      {
        name: 'One',
        duration: 0,
        audio: audioOf('w.mp3'),
        start: 0,
        end: 30,
        text_items: [{ text: 'One.' }],
      },
      {
        name: 'Two',
        duration: 0,
        audio: audioOf('w.mp3'),
        start: 30,
        end: 60,
        text_items: [{ text: 'Two.' }],
      },
    ]);
    await runJob(single, [
      { confidence: 1, ranges: [range(0, 0, 41.5)] },
      { confidence: 1, ranges: [range(0, 41.5, null)] },
    ]);
    expect(show(await content(single))).toEqual([
      ['One', 'w.mp3', 0, 41.5, ['One. 1']],
      ['Two', 'w.mp3', 41.5, null, ['Two. 42.5']],
    ]);

    const several = await addBook([
      { name: 'One', duration: 0, audio: audioOf('1.mp3'), text_items: [{ text: 'A.' }, { text: 'B.' }] },
      { name: 'Chapter 2', duration: 0, audio: audioOf('2.mp3'), text_items: [{ text: 'C.' }] },
      { name: 'Track 3', duration: 0, audio: audioOf('3.mp3'), text_items: [] },
      { name: 'Two', duration: 0, audio: audioOf('4.mp3'), text_items: [{ text: 'D.' }] },
    ]);
    const chapters = (await content(several)).chapters;
    await runJob(
      several,
      [
        { confidence: 1, ranges: [range(0, 0, null), range(1, 0, null, 1), range(2, 0, null, 2)] },
        { confidence: 1, ranges: [range(3, 0, 20), range(3, 20, null, 1)] },
      ],
      { continuations: [chapters[1]?.id ?? 0] },
    );
    const after = await content(several);
    expect(show(after)).toEqual([
      ['One', '1.mp3', null, null, ['A. 1']],
      ['Chapter 2', '2.mp3', null, null, ['B. 1']],
      ['Track 3', '3.mp3', null, null, ['C. 1']],
      ['Two', '4.mp3', 0, 20, ['D. 1']],
      ['Two (2)', '4.mp3', 20, null, []],
    ]);
    expect(after.chapters.slice(0, 4).map(({ id }) => id)).toEqual(chapters.map(({ id }) => id));
  });

  test('changes nothing when the match is uncertain, a chapter is locked or the content has changed', async () => {
    const chapters = ['One', 'Two'].map((name, index) => ({
      name,
      duration: 0,
      audio: audioOf(`${index}.mp3`),
      text_items: [{ text: `${name}.` }],
    }));
    const id = await addBook(chapters);
    const before = await content(id);
    const swaps = [1, 0].map((file) => ({ confidence: 1, ranges: [range(file, 0, null)] }));
    expect(await runJob(id, null)).toMatchObject({ matched_chapters: [] });
    expect(await content(id)).toEqual(before);
    const rename = () =>
      api.call('PUT', `/api/books/${id}/content`, {
        token,
        json: { chapters: before.chapters.map(({ id: own }) => ({ id: own, is_locked: true })) },
      });
    await expect(runJob(id, swaps, { before: rename })).rejects.toMatchObject({ status: 409 });
    expect(show(await content(id))).toEqual(show(before));
    await database.kysely.deleteFrom('jobs').where('subject_id', '=', String(id)).execute();
    await database.kysely.updateTable('chapters').set({ is_locked: 0 }).where('name', '=', 'One').execute();
    expect(await runJob(id, swaps)).toMatchObject({ matched_chapters: [] });
    expect(show(await content(id))).toEqual(show(before));
  });
});
