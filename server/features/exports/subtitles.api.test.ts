import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { openSqliteApp } from '#server/testing/sqlite-app';

const api = await openSqliteApp();
const token = await api.tokenFor(allPermissions);
let id: number;

beforeAll(async () => {
  ({ id } = (await api.call('POST', '/api/books/create', { token, json: { name: 'Ödön' } })).body.data);
  const sentence = (
    from: number,
    { to, start, end }: { readonly to: number; readonly start: number; readonly end: number },
  ) => ({ from, to, start, end });
  const chapters = [
    {
      name: 'One & only',
      start: 10,
      end: 70,
      text_items: [
        {
          text: 'Is 1 < 2? Yes --> so.',
          start: 10.5,
          end: 14,
          sentences: [
            sentence(0, { to: 9, start: 10.5, end: 12 }),
            sentence(10, { to: 21, start: 12.25, end: 14 }),
          ],
        },
        { text: 'Not spoken.' },
      ],
    },
    { name: 'Two', start: 3_670, end: 3_700, text_items: [{ text: 'Late.', start: 3_671.5, end: 3_673 }] },
  ];
  await api.call('PUT', `/api/books/${id}/content`, { token, json: { chapters } });
});
afterAll(() => api.close());

/** Bypasses the check against the API reference, which is for JSON responses. */
const take = async (as: string, chapter?: string) => {
  const response = await api.app.inject({
    url: `/api/books/${id}/export`,
    query: { as, ...(chapter && { chapter }) },
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
};

test.each<[string, string, string | undefined, string]>([
  [
    'srt',
    'application/x-subrip; charset=utf-8',
    undefined,
    '1\n00:00:10,500 --> 00:00:12,000\nIs 1 < 2?\n\n2\n00:00:12,250 --> 00:00:14,000\nYes → so.\n\n3\n01:01:11,500 --> 01:01:13,000\nLate.\n',
  ],
  ['vtt', 'text/vtt; charset=utf-8', 'CH-02', 'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\nLate.\n'],
  [
    'vtt',
    'text/vtt; charset=utf-8',
    'CH-01',
    'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nIs 1 &lt; 2?\n\n00:00:02.250 --> 00:00:04.000\nYes --&gt; so.\n',
  ],
  [
    'txt',
    'text/plain; charset=utf-8',
    undefined,
    '[00:00:10.000] One & only\n\n[00:00:10.500] Is 1 < 2? Yes --> so.\n\nNot spoken.\n\n\n[01:01:10.000] Two\n\n[01:01:11.500] Late.\n',
  ],
])('returns %s (%s, chapter %s)', async (as, type, chapter, expected) => {
  const { status, headers, text } = await take(as, chapter);
  expect([status, headers['content-type'], text]).toEqual([200, type, expected]);
  expect(headers['content-disposition']).toContain("filename*=UTF-8''%C3%96d%C3%B6n");
});

test('returns JSON', async () => {
  const { text } = await take('times', 'CH-02');
  expect(JSON.parse(text)).toEqual({
    chapters: [
      {
        code: 'CH-02',
        title: 'Two',
        start: 0,
        end: 30,
        items: [{ code: 'T-01', text: 'Late.', start: 1.5, end: 3 }],
      },
    ],
  });
});

test('returns 404 for a missing chapter', async () => {
  expect((await take('vtt', 'CH-09')).status).toBe(404);
  expect((await take('epub', 'CH-09')).status).toBe(404);
});
