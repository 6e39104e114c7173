import { afterAll, expect, test } from 'vitest';
import { exportZip } from '#server/features/exports/export-archive';
import { exportJson } from '#server/features/exports/export-json';
import { gatherBook } from '#server/features/exports/gather';
import { makeM4b } from '#server/testing/audio-files';
import { eachDatabase } from '#server/testing/databases';
import { type UploadedFiles, openImportsOf } from '#server/testing/import-batches';

eachDatabase('samples of imports', async (openEmpty) => {
  const database = await openEmpty();
  const batches = await openImportsOf(database);
  afterAll(() => batches.close());

  const addBook = async (files: UploadedFiles) => batches.accept(await batches.propose(files));

  test('are exported, and imported if their chapter has the audio', async () => {
    const { id, chapters = [] } = await addBook({
      'a.m4b': makeM4b({
        tags: { '©nam': 'Sampled' },
        chapters: [
          { title: 'One', start: 0 },
          { title: 'Two', start: 1 },
        ],
      }),
    });
    const sample = { chapter_code: chapters[1]?.code ?? '', start: 0, end: 1 };
    const value = `${sample.chapter_code} 0-1`;
    const book = await batches.books.update({ id, sample: value }, batches.context);
    expect(book.sample).toEqual(sample);
    const contents = await gatherBook(database.kysely, book);
    expect(contents.book.sample).toEqual(sample);
    const bytesOf = async (stream: AsyncIterable<unknown>) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    };
    const zip = await bytesOf(
      exportZip({ blobs: batches.blobs, staging: batches.staging }, contents, 'Sampled'),
    );
    const again = await addBook({ 'sampled.zip': zip });
    expect(again.sample).toEqual(sample);
    expect(again.chapters?.map(({ code }) => code)).toEqual(['CH-01', 'CH-02']);
    // Without audio there is nothing to cut.
    const json = await bytesOf(exportJson(contents.book));
    expect(await addBook({ 'sampled.json': json })).not.toHaveProperty('sample');
  });
});
