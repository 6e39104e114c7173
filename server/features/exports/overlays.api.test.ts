import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { openArchive } from '#server/features/imports/parsers/archive';
import { readEpub } from '#server/features/imports/parsers/epub';
import { makeMp3 } from '#server/testing/audio-files';
import { readFixture } from '#server/testing/media-files';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { sourceOfBuffer } from '#server/core/media/source';

const BYTES_A_FRAME = 417;
const SECONDS_A_FRAME = 1152 / 44_100;

const api = await openSqliteApp();
const token = await api.tokenFor(allPermissions);

afterAll(() => api.close());

const sentence = (
  from: number,
  { to, start, end }: { readonly to: number; readonly start: number; readonly end: number },
) => ({ from, to, start, end });

async function addBook(audio: { bytes: Uint8Array; name: string }): Promise<number> {
  const form = { name: 'Tom & Ada', narrator: 'Nora "N." Vale', audio };
  const { id } = (await api.call('POST', '/api/books/create', { token, form })).body.data;
  const chapters = [
    { name: 'Silent', start: 0, end: 0.5, text_items: [{ text: 'Nothing is known of this.' }] },
    {
      name: 'Two < three',
      start: 0.5,
      end: 1.75,
      text_items: [
        { text: 'Two < three', start: 0.5, end: 0.75 },
        {
          text: '“Is it?” Yes. It & he are.',
          start: 0.8,
          end: 1.7,
          sentences: [
            sentence(0, { to: 8, start: 0.8, end: 1 }),
            sentence(9, { to: 13, start: 1.05, end: 1.2 }),
            sentence(14, { to: 26, start: 1.25, end: 1.7 }),
          ],
        },
        { text: 'Not spoken.' },
      ],
    },
  ];
  await api.call('PUT', `/api/books/${id}/content`, { token, json: { chapters } });
  return id;
}

async function take(id: number, query: Record<string, string>) {
  const url = `/api/books/${id}/export`;
  const { statusCode, rawPayload, headers } = await api.app.inject({
    url,
    query,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(statusCode).toBe(200);
  const archive = await openArchive(sourceOfBuffer(rawPayload), { total: 1e9, entry: 1e9 });
  const paths = [...archive.sizes.keys()];
  const read = async (path: string) => archive.read(path);
  return {
    paths,
    read,
    bytes: rawPayload,
    name: headers['content-disposition'],
    close: () => archive.close(),
  };
}

test('includes the audio of chapters whose sentences have times, and the times', async () => {
  const id = await addBook({ bytes: makeMp3({ seconds: 2 }), name: 'a.mp3' });
  const { paths, read, bytes, close } = await take(id, { as: 'epub' });
  expect(paths.filter((path) => path.startsWith('EPUB/'))).toEqual([
    'EPUB/package.opf',
    'EPUB/nav.xhtml',
    'EPUB/style.css',
    'EPUB/chapter-1.xhtml',
    'EPUB/chapter-2.xhtml',
    'EPUB/chapter-2.smil',
    'EPUB/audio/sound-1.mp3',
  ]);
  const text = async (path: string) => (await read(`EPUB/${path}`)).toString();
  const smil = await text('chapter-2.smil');
  const pars = [
    ...smil.matchAll(/src="([^"]+)"\/><audio src="([^"]+)" clipBegin="([^"]+)" clipEnd="([^"]+)"/g),
  ];
  expect(pars.map((par) => par.slice(1))).toEqual([
    ['chapter-2.xhtml#t1s1', 'audio/sound-1.mp3', '0:00:00.000', '0:00:00.250'],
    ['chapter-2.xhtml#t2s1', 'audio/sound-1.mp3', '0:00:00.300', '0:00:00.500'],
    ['chapter-2.xhtml#t2s2', 'audio/sound-1.mp3', '0:00:00.550', '0:00:00.700'],
    ['chapter-2.xhtml#t2s3', 'audio/sound-1.mp3', '0:00:00.750', '0:00:01.200'],
  ]);
  const page = await text('chapter-2.xhtml');
  expect(page).toContain('<h1><span id="t1s1">Two &lt; three</span></h1>');
  expect(page).toContain(
    '<p><span id="t2s1">“Is it?”</span> <span id="t2s2">Yes.</span> <span id="t2s3">It &amp; he are.</span></p>\n<p>Not spoken.</p>',
  );
  const opf = await text('package.opf');
  expect(opf).toContain('<meta property="media:duration" refines="#s2">0:00:01.050</meta>');
  expect(opf).toContain('<meta property="media:duration">0:00:01.050</meta>');
  expect(opf).toContain('href="chapter-2.xhtml" media-type="application/xhtml+xml" media-overlay="s2"/>');
  expect(opf).toContain('href="audio/sound-1.mp3" media-type="audio/mpeg"/>');
  const seconds = ((await read('EPUB/audio/sound-1.mp3')).length / BYTES_A_FRAME) * SECONDS_A_FRAME;
  expect(seconds).toBeGreaterThan(1.2);
  expect(seconds).toBeLessThan(1.4);
  close();
  const again = await readEpub(sourceOfBuffer(bytes));
  expect(again.texts[1]?.items).toEqual(['Two < three', '“Is it?” Yes. It & he are.', 'Not spoken.']);

  const silent = await take(id, { as: 'epub', audio: '0' });
  expect(silent.paths.filter((path) => /smil|audio|css/.test(path))).toEqual([]);
  silent.close();
});

test('exports one chapter in every format', async () => {
  const id = await addBook({ bytes: makeMp3({ seconds: 2 }), name: 'a.mp3' });
  const epub = await take(id, { as: 'epub', chapter: 'CH-02' });
  expect(epub.paths.filter((path) => /chapter|audio/.test(path))).toEqual([
    'EPUB/chapter-1.xhtml',
    'EPUB/chapter-1.smil',
    'EPUB/audio/sound-1.mp3',
  ]);
  expect((await epub.read('EPUB/package.opf')).toString()).toContain(
    '<dc:title>Tom &amp; Ada: Two &lt; three</dc:title>',
  );
  expect(epub.name).toContain('filename="Tom & Ada Two three.epub"');
  epub.close();
  const zip = await take(id, { as: 'zip', chapter: 'CH-02' });
  expect(zip.paths.map((path) => path.split('/')[1])).toEqual([
    'book.json',
    'Tom & Ada Two three.cue',
    '001 Two three.mp3',
  ]);
  zip.close();
  const json = await api.call('GET', `/api/books/${id}/export`, {
    token,
    query: { as: 'json', chapter: 'CH-02' },
  });
  expect(json.body.chapters.map(({ code }: { code: string }) => code)).toEqual(['CH-02']);
});

test('includes audio that cannot be cut as a whole, with the times of the file', async () => {
  const id = await addBook({ bytes: await readFixture('tone.opus'), name: 'a.opus' });
  const { paths, read, close } = await take(id, { as: 'epub' });
  expect(paths).toContain('EPUB/audio/sound-1.opus');
  expect((await read('EPUB/chapter-2.smil')).toString()).toContain(
    'clipBegin="0:00:00.500" clipEnd="0:00:00.750"',
  );
  close();
});

test('rejects a number that no book can have', async () => {
  const query = { as: 'txt' };
  expect((await api.call('GET', '/api/books/2147483647/export', { token, query })).status).toBe(404);
  expect((await api.call('GET', '/api/books/99999999999999/export', { token, query })).status).toBe(422);
});

test('returns an error instead of a partial file when the audio of a book is missing', async () => {
  const id = await addBook({ bytes: makeMp3({ seconds: 2 }), name: 'a.mp3' });
  const audio = await api.database.kysely
    .selectFrom('books')
    .select('audio_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await api.blobs.remove(audio.audio_key ?? '');
  const { status, headers, body } = await api.call('GET', `/api/books/${id}/export`, {
    token,
    query: { as: 'zip' },
  });
  expect([status, headers['content-type']]).toEqual([500, 'application/json; charset=utf-8']);
  expect(headers['content-disposition']).toBeUndefined();
  expect(body).toMatchObject({ success: false, data: null });
});

test('exports a whole book although its files exceed the current upload limit', async () => {
  const audio = { bytes: makeMp3({ seconds: 4 }), name: 'a.mp3' };
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const cover = sharp({ create: { width: 600, height: 900, channels: 3, background: '#fff', noise } });
  const image = { bytes: await cover.jpeg().toBuffer(), name: 'a.jpg' };
  const form = { name: 'Larger than allowed', image, audio };
  const { id } = (await api.call('POST', '/api/books/create', { token, form })).body.data;
  const { media } = (await api.call('GET', '/api/settings', { token })).body.data;
  const json = { version: media.version, max_image_bytes: 10_000, max_audio_bytes: 10_000 };
  const settingsResponse = await api.call('PATCH', '/api/settings/media', { token, json });
  expect(settingsResponse.status, settingsResponse.text).toBe(200);
  expect((await api.call('POST', '/api/books/create', { token, form })).status).toBe(413);
  for (const as of ['epub', 'zip']) {
    const { paths, close } = await take(id, { as });
    expect(paths.filter((path) => path.endsWith('cover.jpg'))).toHaveLength(1);
    close();
  }
});
