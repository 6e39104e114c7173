import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { type FileToDrop, createTransfer } from './file-transfer.ts';

/* Generates small files in the formats of publishers, so that their content is known. */

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const atom = (name: string, ...atoms: Buffer[]): Buffer => {
  const body = Buffer.concat(atoms);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};

const tag = (name: string, text: string): Buffer =>
  atom(name, atom('data', u32(1), u32(0), Buffer.from(text)));

/** Returns two seconds of a tone with a title, an author and chapter markers. */
export function makeM4b(
  title: string,
  author: string,
  chapters: readonly (readonly [string, number])[],
): Buffer {
  const file = readFileSync(join(import.meta.dirname, '..', 'server', 'testing', 'fixtures', 'tone.m4a'));
  file.write('M4B ', 8, 'latin1');
  let offset = 0;
  while (file.toString('latin1', offset + 4, offset + 8) !== 'moov') offset += file.readUInt32BE(offset);
  const end = offset + file.readUInt32BE(offset);
  const atoms: Buffer[] = [];
  for (let inner = offset + 8; inner < end; inner += file.readUInt32BE(inner)) {
    const child = file.subarray(inner, inner + file.readUInt32BE(inner));
    if (child.toString('latin1', 4, 8) !== 'udta') atoms.push(child);
  }
  const handler = Buffer.concat([u32(0), u32(0), Buffer.from('mdirappl', 'latin1'), Buffer.alloc(9)]);
  const items = atom('ilst', tag('©nam', title), tag('©ART', author));
  const entries = chapters.map(([name, seconds]) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(Math.round(seconds * 10_000_000)));
    return Buffer.concat([time, Buffer.from([Buffer.byteLength(name)]), Buffer.from(name)]);
  });
  const marks = atom('chpl', Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, chapters.length]), ...entries);
  const udta = atom('udta', atom('meta', u32(0), atom('hdlr', handler), items), marks);
  return Buffer.concat([file.subarray(0, offset), atom('moov', ...atoms, udta)]);
}

/** Returns an archive with uncompressed entries. */
function makeZip(entries: readonly (readonly [string, string])[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of entries) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const format = Buffer.alloc(26);
    format.writeUInt16LE(20, 0);
    format.writeUInt32LE(crc32(content), 10);
    format.writeUInt32LE(content.length, 14);
    format.writeUInt32LE(content.length, 18);
    format.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), format, name, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), format, rest, name]));
    local.push(head);
    offset += head.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const html = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`;

type Chapters = Readonly<Record<string, readonly string[]>>;

/** Returns an EPUB 3 with a title, an author, and a heading with some paragraphs per chapter. */
export const makeEpub = (title: string, author: string, chapters: Chapters): Buffer =>
  makeEpubWith(title, `<dc:creator>${author}</dc:creator>`, chapters);

/** Returns an EPUB 3 with a title, elements of its metadata, and chapters. */
export function makeEpubWith(title: string, metadata: string, chapters: Chapters): Buffer {
  const names = Object.keys(chapters);
  const files = names.map((_, index) => `c${index + 1}.xhtml`);
  const nav = names.map((name, index) => `<li><a href="${files[index]}">${name}</a></li>`).join('');
  const items = files.map(
    (file, index) => `<item id="c${index}" href="${file}" media-type="application/xhtml+xml"/>`,
  );
  const spine = files.map((_, index) => `<itemref idref="c${index}"/>`);
  return makeZip([
    ['mimetype', 'application/epub+zip'],
    [
      'META-INF/container.xml',
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ],
    [
      'book.opf',
      `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>${title}</dc:title>${metadata}<dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ],
    ['nav.xhtml', html(`<nav epub:type="toc"><ol>${nav}</ol></nav>`)],
    ...Object.entries(chapters).map(
      ([name, texts], index) =>
        [
          files[index] ?? '',
          html(`<h2>${name}</h2>${texts.map((text) => `<p>${text}</p>`).join('')}`),
        ] as const,
    ),
  ]);
}

/** Drops files on the page with mouse events, as soon as the page accepts them. */
export async function dropFiles(page: Page, files: readonly FileToDrop[]): Promise<void> {
  const transfer = await createTransfer(page, files);
  await expect(async () => {
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await expect(page.getByText('Drop files to import', { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
}
