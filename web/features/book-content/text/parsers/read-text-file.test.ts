import { crc32, deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const text = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

function zip(entries: Readonly<Record<string, string>>, isDeflated = true): Uint8Array<ArrayBuffer> {
  const heads: Buffer[] = [];
  const chunks: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packedBytes = isDeflated ? deflateRawSync(bytes) : bytes;
    const same = Buffer.alloc(26);
    same.writeUInt16LE(20, 0);
    same.writeUInt16LE(isDeflated ? 8 : 0, 4);
    same.writeUInt32LE(crc32(bytes), 10);
    same.writeUInt32LE(packedBytes.length, 14);
    same.writeUInt32LE(bytes.length, 18);
    same.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), same, Buffer.from(name), packedBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), same, rest, Buffer.from(name)]));
    chunks.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(heads.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...chunks, directory, end]));
}

const document = (body: string) => ({
  '[Content_Types].xml': '<Types/>',
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
});

it('reads plain text by blank lines, or by lines, in legacy encodings', async () => {
  expect(await readTextFile(text('a.txt', 'One\nline on.\n\n\nTwo.\n'), 'en')).toEqual({
    paragraphs: ['One line on.', 'Two.'],
  });
  expect(await readTextFile(text('a.TXT', 'One.\r\nTwo.'), 'en')).toEqual({ paragraphs: ['One.', 'Two.'] });
  const turkish = new Uint8Array([0x69, 0xfe, 0xf0, 0x20, 0xdd]);
  expect(await readTextFile(text('a.txt', turkish), 'tr')).toEqual({ paragraphs: ['işğ İ'] });
  const wide = new Uint8Array([0xff, 0xfe, 0x41, 0, 0xe9, 0]);
  expect(await readTextFile(text('a.txt', wide), 'fr')).toEqual({ paragraphs: ['Aé'] });
});

it('reads the text of Markdown without formatting', async () => {
  const source = [
    '---\ntitle: Not read\n---',
    '# The *first* day #',
    'It was **cold**, and `ice` lay\non the [river](https://example.org "x").[^1]',
    '',
    'Second\n======',
    '> Said she:\n> snake_case_word and \\*stars\\*.',
    '',
    '- one\n- two\n  goes on\n1. three',
    '***',
    '<!-- hidden -->![a picture](b.png)',
    '```\ncode here\n```',
    '[^1]: A note.',
  ].join('\n');
  expect(await readTextFile(text('a.md', source), 'en')).toEqual({
    paragraphs: [
      'The first day',
      'It was cold, and ice lay on the river.',
      'Second',
      'Said she: snake_case_word and *stars*.',
      'one',
      'two goes on',
      'three',
      'code here',
    ],
  });
});

it('reads the text of a Word document with all tracked changes accepted', async () => {
  const body = [
    '<w:p w:rsidR="1"><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Wind &amp; </w:t></w:r>',
    '<w:ins><w:r><w:t xml:space="preserve">fog &#8212; </w:t></w:r></w:ins>',
    '<w:del><w:r><w:delText>never</w:delText></w:r></w:del><w:r><w:t>night</w:t><w:br/><w:t>long.</w:t></w:r></w:p>',
    '<w:p/><w:p><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>',
    '<w:p><w:moveFrom><w:r><w:t>elsewhere</w:t></w:r></w:moveFrom><w:r><mc:AlternateContent><mc:Choice>',
    '<w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback>',
    '<w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent>',
    '</w:r><w:r><w:t>Beside it.</w:t></w:r></w:p>',
  ].join('');
  const expectedTexts = { paragraphs: ['Wind & fog — night long.', 'In a box', 'Beside it.'] };
  expect(await readTextFile(text('a.docx', zip(document(body))), 'en')).toEqual(expectedTexts);
  expect(await readTextFile(text('a.docx', zip(document(body), false)), 'en')).toEqual(expectedTexts);
});

it('reports files that it cannot read, and splits paragraphs that are too long', async () => {
  expect(await readTextFile(text('a.pdf', '%PDF'), 'en')).toEqual({ problem: 'kind' });
  expect(await readTextFile(text('a.txt', ' \n\n'), 'en')).toEqual({ problem: 'empty' });
  expect(await readTextFile(text('a.txt', 'a\0b'), 'en')).toEqual({ problem: 'unreadable' });
  const whole = zip(document('<w:p><w:r><w:t>x</w:t></w:r></w:p>'));
  for (const brokenFile of [new Uint8Array(0), whole.slice(0, 80), whole.slice(30), zip({ 'a.xml': 'x' })])
    expect(await readTextFile(text('a.docx', brokenFile), 'en')).toEqual({ problem: 'unreadable' });
  const long = await readTextFile(text('a.txt', 'It is so. '.repeat(15_000)), 'en');
  expect('paragraphs' in long && long.paragraphs.map(({ length }) => length)).toEqual([99_999, 49_999]);
});
