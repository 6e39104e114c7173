import { languageShortCode } from '#contract/languages';
import type { ExportedBook } from '#contract/book-export';

const escaped = (text: string): string =>
  text
    // Characters that no XML may hold.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const page = (language: string, title: string, body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head><title>${escaped(title)}</title></head>
<body>
${body}
</body>
</html>
`;

type Chapter = ExportedBook['chapters'][number];

/** A chapter whose first text is its name begins with that, as a heading. */
function chapterBody({ name, texts }: Chapter): string {
  const [first] = texts;
  const rest = first?.text.trim() === name.trim() ? texts.slice(1) : texts;
  const passages = rest.map(({ text }) => `<p>${escaped(text)}</p>`).join('\n');
  return `<section epub:type="chapter">\n<h1>${escaped(name)}</h1>\n${passages}\n</section>`;
}

const container = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

function packageOf(
  book: ExportedBook,
  language: string,
  hasCover: boolean,
  modified: Date,
  pages: readonly string[],
): string {
  const about = [
    `<dc:identifier id="id">urn:lectern:${escaped(book.code)}</dc:identifier>`,
    `<dc:title>${escaped(book.name)}</dc:title>`,
    `<dc:language>${language}</dc:language>`,
    ...(book.author ? [`<dc:creator>${escaped(book.author)}</dc:creator>`] : []),
    ...(book.narrator
      ? [
          `<dc:contributor id="narrator">${escaped(book.narrator)}</dc:contributor>`,
          '<meta refines="#narrator" property="role" scheme="marc:relators">nrt</meta>',
        ]
      : []),
    ...(book.description ? [`<dc:description>${escaped(book.description)}</dc:description>`] : []),
    ...(book.year ? [`<dc:date>${String(book.year).padStart(4, '0')}</dc:date>`] : []),
    `<meta property="dcterms:modified">${modified.toISOString().replace(/\.\d+Z$/, 'Z')}</meta>`,
  ];
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    ...(hasCover
      ? ['<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>']
      : []),
    ...pages.map(
      (path, index) => `<item id="p${index + 1}" href="${path}" media-type="application/xhtml+xml"/>`,
    ),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${about.join('\n')}
</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine>
${pages.map((_, index) => `<itemref idref="p${index + 1}"/>`).join('\n')}
</spine>
</package>
`;
}

/** The files of an EPUB 3 of a book, in the order they stand in the archive; the first must not be compressed. */
export function* epubFiles(
  book: ExportedBook,
  hasCover: boolean,
  modified = new Date(),
): Generator<[path: string, text: string]> {
  const language = languageShortCode(book.language) ?? 'und';
  const chapters =
    book.chapters.length > 0 ? book.chapters : [{ name: book.name, texts: [] } as unknown as Chapter];
  const pages = chapters.map((_, index) => `chapter-${index + 1}.xhtml`);
  const entries = chapters.map(
    ({ name }, index) => `<li><a href="${pages[index]}">${escaped(name || book.name)}</a></li>`,
  );
  const nav = `<nav epub:type="toc"><h1>${escaped(book.name)}</h1>\n<ol>\n${entries.join('\n')}\n</ol></nav>`;
  yield ['mimetype', 'application/epub+zip'];
  yield ['META-INF/container.xml', container];
  yield ['EPUB/package.opf', packageOf(book, language, hasCover, modified, pages)];
  yield ['EPUB/nav.xhtml', page(language, book.name, nav)];
  for (const [index, chapter] of chapters.entries())
    yield [
      `EPUB/${pages[index]}`,
      page(language, chapter.name || book.name, chapterBody({ ...chapter, name: chapter.name || book.name })),
    ];
}
