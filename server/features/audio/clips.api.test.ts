import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import { allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { checkDatabase } from '#server/features/system/check/database';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { buildTestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { makeWav, readFixture } from '#server/testing/media-files';
import { runClips } from '#server/testing/run-clips';

const UPLOAD = 'a'.repeat(32);

eachDatabase('tracks as files', async (openEmpty, engine) => {
  const database = await openEmpty();
  const store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
  const api = await buildTestApp(database, store.blobs);
  const token = await api.tokenFor(allPermissions);

  afterAll(async () => {
    await api.close();
    await store.close();
    await database.close();
  });

  const cut = (id: number) => runClips({ database, store, api }, id);
  const read = async (id: number, query = {}): Promise<Book> =>
    (await api.call('GET', `/api/books/${id}`, { token, query })).body.data;
  const readFiles = (id: number) => read(id, { tracks: 'files' });
  const save = async (id: number, chapters: readonly object[]) =>
    (await api.call('PUT', `/api/books/${id}/content`, { token, json: { chapters } })).body.data;
  const load = (url: string | null | undefined) => api.app.inject(new URL(url ?? '', 'http://x').pathname);

  test('creates files with texts and gains from ranges of a file, and again after markers change', async () => {
    const form = { name: 'In one file', audio: { bytes: makeWav(10), name: 'a.wav' } };
    const { id } = (await api.call('POST', '/api/books/create', { token, form })).body.data;
    const text_items = [
      { text: 'One.', start: 4.25, end: 5 },
      { text: 'No time.' },
      { text: 'Two. Three.', start: 6, end: 9, sentences: [{ from: 0, to: 4, start: 6, end: 7 }] },
    ];
    await save(id, [
      { name: 'First', start: 0, end: 4 },
      { name: 'Second', start: 4, end: 9.5, text_items },
    ]);
    const plain = await read(id);
    const whole = plain.audio_url ?? '';
    expect(plain.chapters?.map(({ track_url }) => track_url)).toEqual([`${whole}#t=0,4`, `${whole}#t=4,9.5`]);
    expect([plain.tracks_ready, plain.chapters?.[0]?.gain_db]).toEqual([undefined, undefined]);

    const early = await readFiles(id);
    expect([early.tracks_ready, early.chapters?.[1]?.track_url]).toEqual([false, `${whole}#t=4,9.5`]);
    const wholeVtt = early.chapters?.[1]?.vtt_url;
    expect((await load(wholeVtt)).body).toContain('00:00:04.250 --> 00:00:05.000\nOne.\n');

    expect(await cut(id)).toBe(true);
    await database.kysely
      .insertInto('audio_analyses')
      .values({
        audio_key: whole.slice('/media/'.length),
        state: 'done',
        version: 1,
        seconds: 10,
        sample_rate: 8_000,
        channels: 1,
        codec: '',
        floor_db: null,
        speech_db: null,
        lufs: -24.3,
        true_peak_db: -3.5,
        rms_db: null,
        peaks_key: null,
        silences: '[]',
        clipped: null,
        clicks: null,
        problems: '[]',
        error: null,
        created_at: '',
      })
      .execute();
    const ready = await readFiles(id);
    const [first, second] = ready.chapters ?? [];
    expect([ready.tracks_ready, first?.gain_db, first?.vtt_url, second?.duration]).toEqual([
      true,
      2.5,
      null,
      6,
    ]);
    expect(second?.track_url).toMatch(/^\/media\/[\da-f]{40}\.wav$/);
    expect(second?.text_items.map(({ start, end }) => [start, end])).toEqual([
      [0.25, 1],
      [undefined, undefined],
      [2, 5],
    ]);
    for (const [chapter, seconds] of [
      [first, 4],
      [second, 5.5],
    ] as const) {
      const file = (await load(chapter?.track_url)).rawPayload;
      const data = file.indexOf('data', 0, 'latin1');
      expect(file.readUInt32LE(data + 4)).toBe(seconds * 8_000 * 2);
    }

    const vtt = await load(second?.vtt_url);
    expect([vtt.statusCode, vtt.headers['content-type'], vtt.body]).toEqual([
      200,
      'text/vtt; charset=utf-8',
      'WEBVTT\n\n00:00:00.250 --> 00:00:01.000\nOne.\n\n00:00:02.000 --> 00:00:03.000\nTwo.\n',
    ]);
    const again = { url: second?.vtt_url ?? '', headers: { 'if-none-match': vtt.headers.etag } };
    expect((await api.app.inject(again)).statusCode).toBe(304);
    expect((await api.app.inject({ ...again, url: wholeVtt ?? '' })).statusCode).toBe(200);
    expect((await load(`/media/${'0'.repeat(40)}.vtt`)).statusCode).toBe(404);
    const { chapters } = await read(id);
    expect(chapters).toEqual(plain.chapters);

    // A marker moves: its two chapters get new clips. The old clips are still available to users who play them.
    await save(id, [
      { id: first?.id, end: 3 },
      { id: second?.id, start: 3 },
    ]);
    expect((await readFiles(id)).tracks_ready).toBe(false);
    expect(await cut(id)).toBe(true);
    const movedChapter = (await readFiles(id)).chapters?.[1];
    expect([movedChapter?.track_url === second?.track_url, movedChapter?.text_items[0]?.start]).toEqual([
      false,
      1.25,
    ]);
    expect((await load(second?.track_url)).statusCode).toBe(200);
    await database.kysely
      .updateTable('audio_clips')
      .set({ unused_since: '2001-01-01T00:00:00.000Z' })
      .where('unused_since', 'is not', null)
      .execute();
    expect(await cut(id)).toBe(false);
    expect((await load(second?.track_url)).statusCode).toBe(404);
    expect((await load(movedChapter?.track_url)).statusCode).toBe(200);
    expect(await checkDatabase(database)).toEqual([]);

    await api.call('DELETE', `/api/books/${id}`, { token });
    expect((await load(movedChapter?.track_url)).statusCode).toBe(404);
    expect((await load(movedChapter?.vtt_url)).statusCode).toBe(404);
    expect(await checkDatabase(database)).toEqual([]);
  });

  test('sets an upload as the audio of a chapter, which is a track itself; other types stay ranges', async () => {
    const { user_id } = await database.kysely
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    await api.addUpload(UPLOAD, user_id, await readFixture('tone.mp3'));
    const form = { name: 'Two', audio: { bytes: await readFixture('tone.opus'), name: 'a.opus' } };
    const { id } = (await api.call('POST', '/api/books/create', { token, form })).body.data;
    const { version, chapters } = await save(id, [{ name: 'One', start: 0.5, end: 1.5 }]);
    const give = (json: object) => api.call('POST', `/api/books/${id}/chapters/audio`, { token, json });

    expect((await give({ upload_id: UPLOAD, version: version - 1 })).status).toBe(409);
    expect((await give({ upload_id: UPLOAD, chapter_id: 999_999 })).status).toBe(404);
    const { status, body } = await give({ upload_id: UPLOAD, version });
    expect([status, body.data.chapters.length, body.data.chapters[1].name]).toEqual([200, 2, 'tone']);
    const own = body.data.chapters[1].audio_url;
    expect(own).toMatch(/^\/media\/[\da-f]{40}\.mp3$/);
    expect(body.data.chapters[1].duration).toBe(2);
    expect((await give({ upload_id: UPLOAD, chapter_id: chapters[0].id })).status).toBe(422);

    const tracks = await readFiles(id);
    expect(tracks.tracks_ready).toBe(true);
    expect(tracks.chapters?.map(({ track_url }) => track_url)).toEqual([
      `${body.data.audio_url}#t=0.5,1.5`,
      own,
    ]);
    expect(await cut(id)).toBe(false);
    expect((await readFiles(id)).chapters).toEqual(tracks.chapters);
  });
});
