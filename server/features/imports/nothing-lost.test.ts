import { afterAll, expect, test } from 'vitest';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImportsOn, type UploadedFiles } from '#server/testing/import-batches';
import { makeImage } from '#server/testing/media-files';
import { withinLimits } from './parsers/text-limits.ts';
import { makeZip, unzip } from '#server/testing/zip-files';

const page = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${body}</body></html>`;
const item = (id: string, href: string, type: string) =>
  `<item id="${id}" href="${href}" media-type="${type}"/>`;

eachDatabase('the content of imported files', async (openEmpty, engine) => {
  const batches = await openImportsOn(await openEmpty(), engine);

  afterAll(() => batches.close());

  async function importOne(files: UploadedFiles): Promise<ImportProposal> {
    const [proposal, ...others] = await batches.uploadBatch(files);
    if (!proposal || others.length > 0) throw new Error(`There are ${others.length + 1} proposals.`);
    return proposal;
  }
  const entriesOf = ({ excluded = [] }: ImportProposal) =>
    excluded.map(({ kind, name }) => `${kind} ${name}`);
  const coversOf = ({ covers }: ImportProposal) => covers.map(({ path }) => path);

  async function textOf({ id, texts }: ImportProposal): Promise<string> {
    const pages = await Promise.all(
      texts.map((_, index) => batches.imports.texts(id, index, { page: 1, items_per_page: 1000 })),
    );
    return pages.flatMap(({ items }) => items.map(({ text }) => text)).join('\n');
  }

  test('includes text in drawings, formulas and lists of links', async () => {
    const body =
      '<p>before <math alttext="x plus one"><mi>x</mi></math> after</p><p><math><mi>ENERGY</mi><annotation>TEX</annotation></math></p><svg><title>a title</title><text>DRAWN</text></svg><nav><ol><li><a href="c2.xhtml">LINKED</a></li></ol></nav><details><summary>SUMMARY</summary>DETAILS</details>';
    const proposal = await importOne({
      'm.epub': makeEpub({
        chapters: [
          { title: 'One', body },
          { title: 'Two', paragraphs: ['x'] },
        ],
      }),
    });
    expect((await textOf(proposal)).split('\n')).toEqual(
      expect.arrayContaining(['before x plus one after', 'ENERGY', 'DRAWN', 'LINKED', 'SUMMARY', 'DETAILS']),
    );
    expect(await textOf(proposal)).not.toMatch(/TEX|a title/);
  });

  test('lists the contents page of an EPUB as excluded', async () => {
    const lines = [1, 2, 3].map((number) => `<li><a href="c${number}.xhtml">Line ${number}</a></li>`);
    const epub = await makeEpub({ contents: `<h1>Contents</h1><ol>${lines.join('')}</ol>` });
    const files = await unzip(epub);
    const opf = files['OEBPS/content.opf']?.toString().replace('<spine>', '<spine><itemref idref="nav"/>');
    const proposal = await importOne({ 'n.epub': makeZip({ ...files, 'OEBPS/content.opf': opf ?? '' }) });
    expect(proposal.excluded).toMatchObject([{ kind: 'text', name: 'Contents', text: expect.any(Number) }]);
    expect(proposal.chapters).toHaveLength(3);
  });

  test('lists files of an EPUB that are unlisted or unsupported', async () => {
    const image = await makeImage('png');
    const photo = await makeImage('jpeg');
    const proposal = await importOne({
      'b/b.epub': makeEpub({
        cover: await makeImage('webp'),
        chapters: [
          { title: 'One', paragraphs: ['x'.repeat(200)], body: '<img src="drawing.png"/>' },
          { title: 'Two', paragraphs: ['x'] },
        ],
        manifest: `${item('d', 'drawing.png', 'image/png')}${item('pdf', 'paper.pdf', 'application/pdf')}${item('css', 'style.css', 'text/css')}`,
        extra: {
          'OEBPS/drawing.png': image,
          'OEBPS/photo.jpg': photo,
          'OEBPS/orphan.xhtml': page('<h1>Orphan</h1><p>Forgotten words.</p>'),
          'OEBPS/paper.pdf': '%PDF-1.4',
          'OEBPS/style.css': 'p{}',
          'OEBPS/orphan.mp3': makeMp3({ seconds: 4 }),
        },
      }),
      'b/1.mp3': makeMp3({ seconds: 2 }),
    });
    expect(await textOf(proposal)).toContain('Forgotten words.');
    expect(coversOf(proposal).toSorted()).toEqual([
      'b/b.epub',
      'b/b.epub/OEBPS/drawing.png',
      'b/b.epub/OEBPS/photo.jpg',
    ]);
    expect(proposal.cover).toBe(0);
    expect(entriesOf(proposal).toSorted()).toEqual([
      'audio b/b.epub/OEBPS/orphan.mp3',
      'file OEBPS/paper.pdf',
      'text Orphan',
    ]);
  });

  test('offers an image in a text as the cover, but does not choose it', async () => {
    const proposal = await importOne({
      'i.epub': makeEpub({
        chapters: [
          { title: 'One', paragraphs: ['Long enough to be no page that is its cover alone. '.repeat(9)] },
          { title: 'Two', body: '<img src="a.png"/>' },
        ],
        manifest: item('a', 'a.png', 'image/png'),
        extra: { 'OEBPS/a.png': await makeImage('png') },
      }),
    });
    expect([coversOf(proposal), proposal.cover]).toEqual([['i.epub/OEBPS/a.png'], null]);
    const chosenProposal = await batches.imports.update(
      { id: proposal.id, version: undefined, cover: 0 },
      batches.context,
    );
    expect(chosenProposal.cover).toBe(0);
  });

  test('lists a damaged or missing page, and reads the others', async () => {
    const proposal = await importOne({
      'p.epub': makeEpub({
        version: 2,
        manifest: item('gone', 'gone.xhtml', 'application/xhtml+xml'),
        metadata:
          '</metadata><spine><itemref idref="p0"/><itemref idref="gone"/><itemref idref="p1"/></spine><metadata>',
      }),
    });
    expect(proposal.chapters.length).toBeGreaterThan(1);
    expect(entriesOf(proposal)).toContain('file OEBPS/gone.xhtml');
    expect(proposal.warnings.map(({ kind }) => kind)).toContain('damaged');
  });

  test('decodes a page in its declared encoding', async () => {
    const markup = `<?xml version="1.0" encoding="windows-1251"?>${page('<h1>Глава</h1><p>Мороз и солнце.</p>')}`;
    const bytes = Buffer.from(
      [...markup].map((letter) => {
        const code = letter.charCodeAt(0);
        return code < 128 ? code : code - 0x350;
      }),
    );
    const proposal = await importOne({
      'r.epub': makeEpub({
        manifest: item('r', 'r.xhtml', 'application/xhtml+xml'),
        extra: { 'OEBPS/r.xhtml': bytes },
      }),
    });
    expect(await textOf(proposal)).toContain('Мороз и солнце.');
  });

  test('includes all files with the same path', async () => {
    const proposals = await batches.uploadBatch({
      's.zip': makeZip({ '1.mp3': makeMp3({ seconds: 2 }), '2.mp3': makeMp3({ seconds: 3 }) }),
      's/1.mp3': makeMp3({ seconds: 4 }),
    });
    expect(proposals).toHaveLength(1);
    const lengths = proposals[0]?.chapters.map(({ audio }) => Math.round(audio?.end ?? 0));
    expect(lengths?.toSorted()).toEqual([2, 3, 4]);
    expect(new Set(proposals[0]?.chapters.map(({ audio }) => audio?.file)).size).toBe(3);
  });

  test('assigns an image in a separate folder to the book beside it', async () => {
    const proposal = await importOne({
      'Book/audio/1.mp3': makeMp3(),
      'Book/audio/2.mp3': makeMp3({ seconds: 3 }),
      'Book/art/front.jpg': makeImage('jpeg'),
      'Book/book.epub': makeEpub(),
    });
    expect([coversOf(proposal), proposal.cover]).toEqual([['Book/art/front.jpg'], 0]);
  });

  test('assigns an image beside several books to the book with its name, else offers it with the first book', async () => {
    const [first, second] = await batches.uploadBatch({
      'f/a.epub': makeEpub({ title: 'A' }),
      'f/b.epub': makeEpub({ title: 'B' }),
      'f/b.png': makeImage('png'),
      'f/other.png': makeImage('jpeg'),
    });
    expect([first, second].map((entry) => entry && [entry.name, coversOf(entry), entry.cover])).toEqual([
      ['A', ['f/other.png'], null],
      ['B', ['f/b.png'], 0],
    ]);
  });

  test('creates a separate book from an EPUB beside an exported book', async () => {
    const json = JSON.stringify({
      format: 'lectern-book',
      version: 1,
      code: 'b1',
      name: 'Exported',
      author: 'A',
      narrator: '',
      description: '',
      year: 0,
      language: 3,
      category_code: null,
      sub_category_code: null,
      chapters: [],
    });
    const proposals = await batches.uploadBatch({ 'e/book.json': Buffer.from(json), 'e/e.epub': makeEpub() });
    expect(proposals.map(({ name }) => name).toSorted()).toEqual(['Exported', 'The Lighthouse']);
  });

  test('opens nested archives up to a depth', async () => {
    const inner = await makeZip({ 'c/1.mp3': makeMp3(), 'c/2.mp3': makeMp3({ seconds: 3 }) });
    let deep = await makeZip({ 'deep.epub': await makeEpub({ title: 'Deep' }) });
    for (let level = 0; level < 5; level += 1) deep = await makeZip({ 'more.zip': deep });
    const proposals = await batches.uploadBatch({
      'n.zip': makeZip({
        'a.zip': inner,
        'other/b.epub': await makeEpub({ title: 'Beside' }),
        'deep.zip': deep,
      }),
      'm.m4b': makeM4b({ tags: { '©nam': 'Alone' } }),
    });
    expect(proposals.map(({ name, state }) => `${state} ${name}`).toSorted()).toEqual([
      'failed more.zip',
      'ready Alone',
      'ready Beside',
      'ready c',
    ]);
    expect(proposals.find(({ name }) => name === 'c')?.chapters).toHaveLength(2);
  });

  test('merges texts above the limit of a book', async () => {
    const texts = Array.from({ length: 7 }, (_, index) => ({
      title: `T${index}`,
      source: 'contents' as const,
      items: ['a', 'b', 'c'].map((letter) => `${letter}${index}`),
    }));
    const { texts: joined, problems } = withinLimits(texts, {
      maxChapters: 3,
      maxTextItems: 9,
      maxTextItemLength: 12,
    });
    expect(joined).toHaveLength(3);
    const items = joined.flatMap((text) => text.items);
    expect(items.length).toBeLessThanOrEqual(9);
    expect(items.join(' ')).toBe(texts.flatMap((text) => text.items).join(' '));
    expect(items.every(({ length }) => length <= 12)).toBe(true);
    expect(problems.map(({ kind }) => kind)).toEqual(['limit', 'limit']);
  });
});
