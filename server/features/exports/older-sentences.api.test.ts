import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { segmentSentences } from '#contract/book-content/segment-sentences';
import { openArchive } from '#server/features/imports/parsers/archive';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeMp3 } from '#server/testing/audio-files';
import { openSqliteApp } from '#server/testing/sqlite-app';

const text = 'Mr. John Dashwood met Mrs. Smith.';
/** The row of an alignment by an older version, which ended sentences at titles. */
const storedSentences =
  '[[0,3,0.8,1,0.9,"aligned"],[4,26,1,1.5,0.8,"aligned"],[27,33,1.5,1.7,0.7,"aligned"]]';

const api = await openSqliteApp();
const token = await api.tokenFor(allPermissions);
let id: number;

beforeAll(async () => {
  const form = { name: 'Sense', audio: { bytes: makeMp3({ seconds: 2 }), name: 'a.mp3' } };
  ({ id } = (await api.call('POST', '/api/books/create', { token, form })).body.data);
  const chapters = [{ name: 'One', start: 0.5, end: 1.75, text_items: [{ text, start: 0.8, end: 1.7 }] }];
  await api.call('PUT', `/api/books/${id}/content`, { token, json: { chapters } });
  await api.database.kysely.updateTable('text_items').set({ sentences: storedSentences }).execute();
});
afterAll(() => api.close());

const take = async (as: string) => {
  const { rawPayload } = await api.app.inject({
    url: `/api/books/${id}/export`,
    query: { as },
    headers: { authorization: `Bearer ${token}` },
  });
  return rawPayload;
};

test('splits the text into one sentence in this version', () => {
  expect(segmentSentences(text, 'en')).toEqual([{ segment: text, index: 0 }]);
});

test('returns an alignment with other sentences as stored', async () => {
  const { body } = await api.call('GET', `/api/books/${id}/content`, { token });
  const state = 'aligned';
  expect(body.data.chapters[0].text_items[0].sentences).toEqual([
    { from: 0, to: 3, start: 0.8, end: 1, confidence: 0.9, state },
    { from: 4, to: 26, start: 1, end: 1.5, confidence: 0.8, state },
    { from: 27, to: 33, start: 1.5, end: 1.7, confidence: 0.7, state },
  ]);
});

test('keeps its times in subtitles', async () => {
  expect((await take('srt')).toString()).toBe(
    '1\n00:00:00,800 --> 00:00:01,000\nMr.\n\n2\n00:00:01,000 --> 00:00:01,500\nJohn Dashwood met Mrs.\n\n3\n00:00:01,500 --> 00:00:01,700\nSmith.\n',
  );
});

test('keeps its times in the media overlay', async () => {
  const archive = await openArchive(sourceOfBuffer(await take('epub')), { total: 1e9, entry: 1e9 });
  const smil = (await archive.read('EPUB/chapter-1.smil')).toString();
  const sentences = [
    ...smil.matchAll(/src="([^"]+)"\/><audio src="[^"]+" clipBegin="([^"]+)" clipEnd="([^"]+)"/g),
  ];
  expect(sentences.map((sentence) => sentence.slice(1))).toEqual([
    ['chapter-1.xhtml#t1s1', '0:00:00.300', '0:00:00.500'],
    ['chapter-1.xhtml#t1s2', '0:00:00.500', '0:00:01.000'],
    ['chapter-1.xhtml#t1s3', '0:00:01.000', '0:00:01.200'],
  ]);
  archive.close();
});
