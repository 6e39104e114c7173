import { expect, test } from 'vitest';
import { type EpubOptions, makeEpub } from '#server/testing/epub-files';
import { makeZip, renameInZip } from '#server/testing/zip-files';
import { sourceOfBuffer } from '#server/core/media/source';
import { readEpub } from './epub.ts';

const read = async (options: EpubOptions = {}) => readEpub(sourceOfBuffer(await makeEpub(options)));
const values = (candidates: readonly { value: string }[] | undefined) =>
  (candidates ?? []).map(({ value }) => value);

test.each([2, 3] as const)('reads metadata, chapters and text items of an EPUB %i', async (version) => {
  const { fields, texts, images, problems } = await read({
    version,
    title: 'Deniz & Feneri',
    language: 'tr_TR',
    cover: Buffer.from('\x89PNG picture'),
    metadata:
      '<dc:identifier>urn:isbn:978-3-16-148410-0</dc:identifier><dc:publisher>Gull &amp; Tern</dc:publisher><dc:date>1924-05-01</dc:date><dc:description>&lt;p&gt;A &lt;b&gt;fine&lt;/b&gt; book.&lt;/p&gt;</dc:description>',
  });
  expect(
    Object.fromEntries(Object.entries(fields).map(([name, candidates]) => [name, values(candidates)])),
  ).toEqual({
    name: ['Deniz & Feneri'],
    author: ['Ada Marsh'],
    narrator: [],
    description: ['A fine book.'],
    year: ['1924'],
    isbn: ['978-3-16-148410-0'],
    publisher: ['Gull & Tern'],
    language: ['1'],
  });
  expect(texts.map(({ title, source, items }) => [title, source, items.length])).toEqual([
    ['Chapter 1', 'contents', 3],
    ['Chapter 2', 'contents', 3],
    ['Chapter 3', 'contents', 3],
  ]);
  expect(texts[1]?.items[1]).toBe('The first passage of chapter 2.');
  expect(images).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('splits one file at the anchors of the contents', async () => {
  const { texts } = await read({ inOneFile: true });
  expect(texts.map(({ items }) => items.join(' | '))).toEqual([
    'Chapter 1 | The first passage of chapter 1. | And its second one, number 1.',
    'Chapter 2 | The first passage of chapter 2. | And its second one, number 2.',
    'Chapter 3 | The first passage of chapter 3. | And its second one, number 3.',
  ]);
});

test('splits the text at headings when there are no contents', async () => {
  const { texts } = await read({ inOneFile: true, withoutContents: true });
  expect(texts.map(({ title, source }) => [title, source])).toEqual([
    ['Chapter 1', 'headings'],
    ['Chapter 2', 'headings'],
    ['Chapter 3', 'headings'],
  ]);
});

test('removes markup, note marks, page numbers, scripts and ruby readings', async () => {
  const body =
    '<p>One <em>two</em>\n three&#173;four&nbsp;five<a epub:type="noteref" href="#n">1</a>.</p><span epub:type="pagebreak">12</span>' +
    '<script>alert(1)</script><p>漢<ruby>字<rt>かん</rt></ruby></p><aside epub:type="footnote"><p>A note.</p></aside><p>1 &lt; 2<br/>3</p>';
  const { texts } = await read({ chapters: [{ title: 'A <i>', body }] });
  expect(texts[0]?.items).toEqual(['A <i>', 'One two threefour five.', '漢字', '1 < 2 3', 'A note.']);
});

test('distinguishes contributors by their roles', async () => {
  const { fields } = await read({
    metadata:
      '<dc:creator id="b">Bo Lind</dc:creator><dc:contributor id="n">Nora Reader</dc:contributor>' +
      '<meta refines="#n" property="role">nrt</meta><dc:title>A subtitle</dc:title>',
  });
  expect(values(fields.author)).toEqual(['Ada Marsh', 'Bo Lind']);
  expect(values(fields.narrator)).toEqual(['Nora Reader']);
  expect(values(fields.name)).toEqual(['The Lighthouse', 'A subtitle']);
});

test('reports a language that the catalogue does not have', async () => {
  const { fields, problems } = await read({ language: 'de-AT' });
  expect(fields.language).toEqual([]);
  expect(problems).toEqual([
    {
      kind: 'language',
      message: 'The text is in Austrian German, which isn’t one of the catalogue’s languages.',
    },
  ]);
});

test('splits a text that is too long at the end of a sentence', async () => {
  const message = `${'word '.repeat(19)}end. `;
  const { texts } = await read({ chapters: [{ title: 'Long', paragraphs: [message.repeat(500)] }] });
  const items = texts[0]?.items ?? [];
  expect(items.length).toBeGreaterThan(2);
  expect(items.slice(1).every((item) => item.endsWith('end.') && item.length <= 20_000)).toBe(true);
});

test('does not expand entities declared in the book', async () => {
  const bomb = `<!DOCTYPE html [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
  const { texts } = await read({
    chapters: [{ title: 'One', body: `<p>${bomb.length} &b; &c;</p>` }],
    extra: {},
  });
  expect(texts[0]?.items.join(' ').length).toBeLessThan(200);
  expect(texts[0]?.items.join(' ')).not.toContain('root:');
});

const drm = {
  'META-INF/encryption.xml':
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>',
};
const fonts = {
  'META-INF/encryption.xml':
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></EncryptedData></encryption>',
};

test('rejects a protected EPUB, and reads one with obfuscated fonts', async () => {
  await expect(read({ extra: drm })).rejects.toMatchObject({
    kind: 'protected',
    message: 'This EPUB is DRM-protected and can’t be imported.',
  });
  expect((await read({ extra: fonts })).texts).toHaveLength(3);
});

test('rejects a bomb, a path outside the archive and too many files with a message', async () => {
  const bomb = await makeEpub({ extra: { 'OEBPS/bomb.xhtml': Buffer.alloc(3_000_000) } });
  await expect(readEpub(sourceOfBuffer(bomb))).rejects.toMatchObject({ kind: 'limit' });
  const climbingEpub = renameInZip(
    await makeEpub({ extra: { 'OEBPS/xy/secret.txt': 'x' } }),
    'OEBPS/xy/secret.txt',
    '../../../secret.txt',
  );
  await expect(readEpub(sourceOfBuffer(climbingEpub))).rejects.toMatchObject({
    message: 'The archive contains an unsafe path.',
  });
  const many = await makeZip(
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${index}.txt`, ''])),
  );
  await expect(readEpub(sourceOfBuffer(many))).rejects.toMatchObject({
    message: 'The archive has more than 5000 files.',
  });
});

test('reads an EPUB truncated at any kilobyte in part, or rejects it with a message', async () => {
  const whole = await makeEpub({ cover: Buffer.alloc(4000, 'x') });
  for (let length = 0; length < whole.length; length += 1024) {
    const error = await readEpub(sourceOfBuffer(whole.subarray(0, length))).catch(
      (reason: unknown) => reason,
    );
    expect(error, String(length)).toMatchObject({ name: 'ParseError' });
  }
});

test('moves notes of every type to the end of their chapter', async () => {
  const kinds = [
    'epub:type="footnote"',
    'epub:type="endnote"',
    'epub:type="rearnote"',
    'role="doc-footnote"',
  ];
  const notes = kinds
    .map((kind, index) => `<aside ${kind} id="n${index}"><p>Note ${index}.</p></aside>`)
    .join('');
  const { texts } = await read({
    chapters: [
      {
        title: 'One',
        body: `<p>Before <span epub:type="footnote">inside</span> it.</p>${notes}<p>Behind.</p>`,
      },
      { title: 'Two', body: '<p>Next.</p>' },
    ],
  });
  expect(texts.map(({ items }) => items)).toEqual([
    ['One', 'Before it.', 'Behind.', 'inside', 'Note 0.', 'Note 1.', 'Note 2.', 'Note 3.'],
    ['Two', 'Next.'],
  ]);
});
