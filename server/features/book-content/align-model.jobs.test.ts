import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { AppError } from '#server/core/errors';
import { ChildDied } from '#server/core/jobs/child';
import { openSettings } from '#server/core/settings/settings';
import { makeMp3 } from '#server/testing/audio-files';
import { eachDatabase } from '#server/testing/databases';
import { createModelFolder } from '#server/testing/fake-model';
import { jobContext } from '#server/testing/job-context';
import { openTestApp } from '#server/testing/open-test-app';
import { type AlignJobDeps, createAlignJob } from './align.jobs.ts';
import { readModelFolder } from './alignment/model-folder.ts';

type AlignBook = NonNullable<AlignJobDeps['alignBook']>;

const sentence = { item: 0, from: 0, to: 4, span: [1, 2] as const, confidence: 1, isUncertain: false };

eachDatabase('the method of an alignment', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  /** Creates a book with a chapter that has text and audio. @param language 3 for English */
  async function addBook(language = 3): Promise<number> {
    const form = { name: 'Read', audio: { bytes: makeMp3({ seconds: 3 }), name: 'a.mp3' } };
    const { id } = (await api.call('POST', '/api/books/create', { token, form })).body.data;
    await api.call('POST', '/api/books/update', { token, json: { id, language } });
    const chapters = [{ name: 'One', start: 0, end: 3, text_items: [{ text: 'One.' }] }];
    await api.call('PUT', `/api/books/${id}/content`, { token, json: { chapters } });
    return Number(id);
  }

  /** Aligns a book and returns the result of the job with the method that the book and its proofing report show. */
  async function align(id: number, alignBook: AlignBook) {
    const { data } = (await api.call('POST', `/api/books/${id}/align`, { token, json: {} })).body;
    const job = createAlignJob({
      adminEmail: 'admin@example.org',
      database,
      blobs: api.blobs,
      staging: api.staging,
      files: api.files,
      jobs: api.jobs,
      settings: await openSettings(database, api.config),
      ffmpeg: null,
      models: readModelFolder(await createModelFolder()).models,
      alignBook,
    });
    // Otherwise the job waits for the analysis.
    await database.kysely.deleteFrom('jobs').where('kind', '=', 'audio-analysis').execute();
    const { chapters } = (await api.call('GET', `/api/books/${id}/content`, { token })).body.data;
    const payload = { chapters: [chapters[0].id] };
    const outcome = await job.run(jobContext(id, { jobId: data.job_id, payload }));
    await database.kysely.transaction().execute(async (trx) => outcome.commit?.(trx));
    await database.kysely.deleteFrom('jobs').where('id', '=', data.job_id).execute();
    const content = (await api.call('GET', `/api/books/${id}/content`, { token })).body.data;
    const report = (await api.call('GET', `/api/books/${id}/proofing`, { token })).body.data;
    expect(report.chapters[0].alignment_method).toBe(content.chapters[0].alignment_method);
    return { result: outcome.result, method: content.chapters[0].alignment_method };
  }

  /** Aligns with the model of the order, as the child does. */
  const alignByOrder: AlignBook = async ({ files, model }) =>
    files.flatMap(({ chapters }) =>
      chapters.map(({ id }) => ({
        id,
        foreign: [],
        sentences: [sentence],
        ...(model && { model: `${model.name} ${model.version}` }),
      })),
    );

  test('is the model of the language of the book, and is absent before an alignment', async () => {
    const id = await addBook();
    const { chapters } = (await api.call('GET', `/api/books/${id}/content`, { token })).body.data;
    expect(chapters[0]).not.toHaveProperty('alignment_method');
    const alignment = await align(id, alignByOrder);
    expect(alignment).toMatchObject({ method: 'Tones 1.2', result: { method: 'Tones 1.2' } });
    expect(alignment.result).not.toHaveProperty('model_error');
    // A save does not change it, and a user cannot set it.
    const json = { chapters: [{ id: chapters[0].id, name: 'First', alignment_method: 'other' }] };
    const { body } = await api.call('PUT', `/api/books/${id}/content`, { token, json });
    expect(body.data.chapters[0]).toMatchObject({ name: 'First', alignment_method: 'Tones 1.2' });
    // The content before the alignment has none.
    const path = `/api/books/${id}/content/versions/1/restore`;
    const response = await api.call('POST', path, { token, json: {} });
    expect(response.body.data.chapters[0]).not.toHaveProperty('alignment_method');
  });

  test('is built-in for a book in another language', async () => {
    const alignment = await align(await addBook(4), alignByOrder);
    expect(alignment).toMatchObject({ method: 'built-in', result: { method: 'built-in' } });
  });

  test('is built-in with a message when the model ends the process, and other errors remain', async () => {
    const id = await addBook();
    const failWith =
      (error: Error): AlignBook =>
      async (order, run) => {
        if (order.model) throw error;
        return alignByOrder(order, run);
      };
    const alignment = await align(id, failWith(new ChildDied()));
    const model_error = 'Tones 1.2: It ended the process.';
    expect(alignment).toMatchObject({ method: 'built-in', result: { method: 'built-in', model_error } });
    await expect(align(id, failWith(new AppError(422, 'Damaged.')))).rejects.toThrow('Damaged.');
  });
});
