import { afterAll, expect, test } from 'vitest';
import type { ProofingReport } from '#contract/proofing/proofing';
import { allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { ANALYSIS_VERSION } from '#server/features/audio/audio-analysis-rows';
import { makeMp3 } from '#server/testing/audio-files';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const UPLOAD = 'd'.repeat(32);
const text = '=HYPERLINK("x"). Two is next.';
const alignedTimes = { state: 'aligned', confidence: 0.9 } as const;
const first = { from: 0, to: 15, start: 0.5, end: 1, ...alignedTimes };

eachDatabase('the proofing report', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const keyOf = (url: string | null | undefined) => (url ?? '').slice('/media/'.length);

  /** Stores the result of an analysis, as the job does. */
  const addAnalysis = (
    audio_key: string,
    changes: { silences?: string; clicks?: string; rms_db?: number } = {},
  ) =>
    database.kysely
      .insertInto('audio_analyses')
      .values({
        audio_key,
        state: 'done',
        version: ANALYSIS_VERSION,
        seconds: 10,
        sample_rate: 8_000,
        channels: 1,
        codec: '',
        floor_db: -70,
        speech_db: -20,
        lufs: -20,
        true_peak_db: -3.5,
        rms_db: -20,
        peaks_key: null,
        silences: '[]',
        clipped: '[]',
        clicks: '[]',
        problems: '[]',
        error: null,
        created_at: '',
        ...changes,
      })
      .execute();

  /** Creates a book with one chapter, in which the second sentence is not spoken. */
  async function addBook() {
    const form = { name: 'Proofs', audio: { bytes: makeMp3({ seconds: 10 }), name: 'a.mp3' } };
    const { id } = (await api.call('POST', '/api/books/create', { token, form })).body.data;
    const missingSentence = {
      from: 17,
      to: 29,
      start: null,
      end: null,
      state: 'missing_in_audio',
      confidence: 0,
    };
    const item = { text, start: 0.5, end: 1, state: 'low_confidence', sentences: [first, missingSentence] };
    const chapters = [
      { name: 'One', start: 0, end: 10, audio_without_text: [{ start: 2, end: 3 }], text_items: [item] },
    ];
    const { data } = (await api.call('PUT', `/api/books/${id}/content`, { token, json: { chapters } })).body;
    return { id: Number(id), audioKey: keyOf(data.audio_url), chapterId: Number(data.chapters[0].id) };
  }

  const report = async (id: number): Promise<ProofingReport> =>
    (await api.call('GET', `/api/books/${id}/proofing`, { token })).body.data;
  const reasonsOf = ({ chapters }: ProofingReport) =>
    chapters.map(({ state, entries }) => [state, entries.map(({ reason }) => reason)]);
  test('lists what must be recorded again, as JSON and as CSV', async () => {
    const { id, audioKey } = await addBook();
    await addAnalysis(audioKey, { silences: '[300,750]', clicks: '[800]', rms_db: -26 });
    const { chapters, files, sync } = await report(id);
    expect([sync, files.map(({ state }) => state)]).toEqual([null, ['done']]);
    expect(
      chapters[0]?.entries.map(({ reason, start, end, sentence }) => [reason, start, end, sentence]),
    ).toEqual([
      ['levels', 0, 10, null],
      ['missing_in_audio', 1, 10, 1],
      ['missing_in_text', 2, 3, null],
      ['long_pause', 3, 7.5, 0],
      ['clicks', 7.9, 8.1, 0],
    ]);
    const response = await api.call('GET', `/api/books/${id}/proofing.csv`, { token });
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="BK-\d+_proofing\.csv"$/);
    expect(response.text.split('\r\n')).toEqual([
      '\uFEFFchapter,chapter name,time,seconds,end,reason,text,detail',
      '1,One,0:00,0,10,Audio levels,,RMS: −26 dB. ACX requires −23 to −18 dB.',
      '1,One,0:01,1,10,Not spoken,Two is next.,The sentence was not found in the audio.',
      '1,One,0:02,2,3,Not in the text,,1 second of audio.',
      `1,One,0:03,3,7.5,Long pause,"'=HYPERLINK(""x"")",4.5 seconds of silence.`,
      `1,One,0:07,7.9,8.1,Clicks,"'=HYPERLINK(""x"")",1 click.`,
      '',
    ]);
  });

  test('removes the entries of a file that was replaced', async () => {
    const { id, audioKey, chapterId } = await addBook();
    await addAnalysis(audioKey, { silences: '[300,750]', rms_db: -26 });
    expect((await report(id)).chapters[0]?.entries).toHaveLength(4);
    const { user_id } = await database.kysely
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    await api.addUpload(UPLOAD, user_id, makeMp3({ seconds: 10, tags: { title: 'Again' } }));
    const json = { upload_id: UPLOAD, chapter_id: chapterId };
    const { body } = await api.call('POST', `/api/books/${id}/chapters/audio`, { token, json });
    const reportAfterReplacement = await report(id);
    expect([
      reasonsOf(reportAfterReplacement),
      reportAfterReplacement.files.map(({ state }) => state),
    ]).toEqual([[['not_synced', []]], ['waiting']]);

    await addAnalysis(keyOf(body.data.chapters[0].audio_url));
    const sentences = [first, { ...first, from: 17, to: 29, start: 1.5, end: 2 }];
    const [{ id: itemId }] = body.data.chapters[0].text_items;
    const text_items = [{ id: itemId, start: 0.5, end: 2, ...alignedTimes, sentences }];
    const chapters = [{ id: chapterId, text_items }];
    await api.call('PUT', `/api/books/${id}/content`, { token, json: { chapters } });
    const reportAfterSync = await report(id);
    expect([reasonsOf(reportAfterSync), reportAfterSync.files.map(({ state }) => state)]).toEqual([
      [['synced', []]],
      ['done'],
    ]);
  });

  test('reports a running and a failed sync', async () => {
    const { id } = await addBook();
    await api.call('POST', `/api/books/${id}/align`, { token, json: { chapters: 'all' } });
    expect((await report(id)).sync).toEqual({ state: 'running', progress: 0, stage: '', error: null });
    const endWith = (change: { state: 'failed' | 'done'; error: string | null }) =>
      database.kysely
        .updateTable('jobs')
        .set(change)
        .where('kind', '=', 'align')
        .where('subject_id', '=', String(id))
        .execute();
    await endWith({ state: 'failed', error: 'No space left.' });
    expect((await report(id)).sync).toMatchObject({ state: 'failed', error: 'No space left.' });
    await endWith({ state: 'done', error: null });
    expect((await report(id)).sync).toBeNull();
  });

  test('enqueues the analysis of files that were analysed by an earlier version', async () => {
    const { id, audioKey } = await addBook();
    await addAnalysis(audioKey);
    await database.kysely
      .updateTable('audio_analyses')
      .set({ version: ANALYSIS_VERSION - 1, clipped: null, clicks: null })
      .where('audio_key', '=', audioKey)
      .execute();
    await database.kysely.deleteFrom('jobs').where('subject_id', '=', audioKey).execute();
    expect((await report(id)).files[0]?.state).toBe('waiting');
    const jobs = await database.kysely
      .selectFrom('jobs')
      .select(['kind', 'state'])
      .where('subject_id', '=', audioKey)
      .execute();
    expect(jobs).toEqual([{ kind: 'audio-analysis', state: 'queued' }]);
  });

  test.each(['/api/books/999999/proofing', '/api/books/999999/proofing.csv'])(
    'rejects a request for a book that does not exist: %s',
    async (path) => {
      expect((await api.call('GET', path, { token })).status).toBe(404);
      expect((await api.call('GET', path)).status).toBe(401);
    },
  );
});
