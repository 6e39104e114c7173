import { recordForFile } from '#contract/books/book-details';
import { parseSubjects } from '#contract/books/book-subjects';
import { epubIdentifierTypes, parseIdentifiers } from '#contract/books/identifiers';
import { contributorRoles } from '#contract/contributors/contributors';
import { languageShortCode } from '#contract/core/languages';
import type { ExportedBook } from '#contract/exports/exported-book';
import { type Overlay, type OverlayAudio, durationOf, smilClock, smilOf, withSentences } from './overlays.ts';
import { escapeXml } from './xml.ts';

/** The class that players set on the text being played. */
const ACTIVE = '-epub-media-overlay-active';
const style = `.${ACTIVE} { background-color: #ffe9a8; color: #1b1b1b; }\n`;
const styleLink = '<link rel="stylesheet" type="text/css" href="style.css"/>';

const page = (
  language: string,
  {
    title,
    body,
    head = '',
  }: { readonly title: string; readonly body: string; readonly head?: string | undefined },
): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head><title>${escapeXml(title)}</title>${head}</head>
<body>
${body}
</body>
</html>
`;

type Chapter = ExportedBook['chapters'][number];

/** Returns the body of a chapter. A first text equal to the chapter's name is the heading. */
function chapterBody({ name, texts }: Chapter, cues: Overlay['cues'] = []): string {
  const isNamed = texts[0]?.text.trim() === name.trim();
  const contents = texts.map(({ text }, item) => withSentences(text, item, cues[item] ?? []));
  const heading = isNamed ? contents[0]?.trim() : escapeXml(name);
  const passages = contents.slice(isNamed ? 1 : 0).map((content) => `<p>${content}</p>`);
  return `<section epub:type="chapter" id="chapter">\n<h1>${heading}</h1>\n${passages.join('\n')}\n</section>`;
}

const container = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Media Overlays by chapter, and their audio files. */
export interface Spoken {
  readonly overlays: ReadonlyMap<number, Overlay>;
  readonly audios: readonly OverlayAudio[];
}

const silent: Spoken = { overlays: new Map(), audios: [] };
const smilName = (path: string): string => path.replace(/xhtml$/, 'smil');

/** Returns the contributors with roles and sort names, in order. Authors are creators. */
const contributorsOf = ({ contributors = [] }: ExportedBook): string[] =>
  contributors.flatMap(({ name, role, sort_name = '' }, index) => {
    const element = role === 'author' ? 'dc:creator' : 'dc:contributor';
    const id = `contributor${index + 1}`;
    return [
      `<${element} id="${id}">${escapeXml(name)}</${element}>`,
      `<meta refines="#${id}" property="role" scheme="marc:relators">${contributorRoles[role].marc}</meta>`,
      ...(sort_name === ''
        ? []
        : [`<meta refines="#${id}" property="file-as">${escapeXml(sort_name)}</meta>`]),
    ];
  });

/** Returns the identifiers of the publication record. Those without a URI have a type. */
function identifiersOf({ publication_record: record = {} }: ExportedBook): string[] {
  const { doi = '', gtin = '', own_number = '', other_identifiers = '' } = recordForFile(record);
  const identifiers = [
    { type: '', value: doi === '' ? '' : `doi:${doi}` },
    { type: epubIdentifierTypes.gtin, value: gtin },
    { type: epubIdentifierTypes.own_number, value: own_number },
    ...parseIdentifiers(other_identifiers).map(({ type, value }) =>
      type === 'ASIN' && /^[A-Z0-9]{10}$/.test(value)
        ? { type: '', value: `urn:asin:${value}` }
        : { type, value },
    ),
  ];
  return identifiers.flatMap(({ type, value }, index) => {
    if (value === '') return [];
    const id = `identifier${index + 1}`;
    return [
      `<dc:identifier id="${id}">${escapeXml(value)}</dc:identifier>`,
      ...(type === '' ? [] : [`<meta refines="#${id}" property="identifier-type">${escapeXml(type)}</meta>`]),
    ];
  });
}

const seriesOf = ({ series = [] }: ExportedBook): string[] =>
  series.flatMap(({ title, position }, index) => {
    const id = `series${index + 1}`;
    return [
      `<meta property="belongs-to-collection" id="${id}">${escapeXml(title)}</meta>`,
      `<meta refines="#${id}" property="collection-type">series</meta>`,
      ...(position === ''
        ? []
        : [`<meta refines="#${id}" property="group-position">${escapeXml(position)}</meta>`]),
    ];
  });

/** Returns the subjects with scheme and code, and the keywords. */
function subjectsOf({ publication_record: record = {} }: ExportedBook): string[] {
  const { subjects = '', keywords = '' } = recordForFile(record);
  const plain = (text: string, id = '') => `<dc:subject${id}>${escapeXml(text)}</dc:subject>`;
  return [
    ...parseSubjects(subjects).flatMap(({ scheme, code, label }, index) => {
      const id = `subject${index + 1}`;
      return [
        plain(label ?? code, ` id="${id}"`),
        `<meta refines="#${id}" property="authority">${escapeXml(scheme)}</meta>`,
        `<meta refines="#${id}" property="term">${escapeXml(code)}</meta>`,
      ];
    }),
    ...keywords
      .split(';')
      .filter((keyword) => keyword.trim() !== '')
      .map((keyword) => plain(keyword.trim())),
  ];
}

function packageOf(
  book: ExportedBook,
  {
    language,
    hasCover,
    modified,
    pages,
    spoken: { overlays, audios },
  }: {
    readonly language: string;
    readonly hasCover: boolean;
    readonly modified: Date;
    readonly pages: readonly string[];
    readonly spoken: Spoken;
  },
): string {
  const spokenDurations = [...overlays].map(([index, overlay]) => ({ index, seconds: durationOf(overlay) }));
  const total = spokenDurations.reduce((sum, { seconds }) => sum + seconds, 0);
  const about = [
    `<dc:identifier id="id">urn:lectern:${escapeXml(book.code)}</dc:identifier>`,
    ...(book.isbn ? [`<dc:identifier>urn:isbn:${escapeXml(book.isbn)}</dc:identifier>`] : []),
    `<dc:title>${escapeXml(book.name)}</dc:title>`,
    `<dc:language>${language}</dc:language>`,
    ...contributorsOf(book),
    ...identifiersOf(book),
    ...subjectsOf(book),
    ...seriesOf(book),
    ...(book.description ? [`<dc:description>${escapeXml(book.description)}</dc:description>`] : []),
    ...(book.publisher ? [`<dc:publisher>${escapeXml(book.publisher)}</dc:publisher>`] : []),
    ...(book.year ? [`<dc:date>${String(book.year).padStart(4, '0')}</dc:date>`] : []),
    `<meta property="dcterms:modified">${modified.toISOString().replace(/\.\d+Z$/, 'Z')}</meta>`,
    ...spokenDurations.map(
      ({ index, seconds }) =>
        `<meta property="media:duration" refines="#s${index + 1}">${smilClock(seconds)}</meta>`,
    ),
    ...(spokenDurations.length > 0
      ? [
          `<meta property="media:duration">${smilClock(total)}</meta>`,
          ...(book.narrator ? [`<meta property="media:narrator">${escapeXml(book.narrator)}</meta>`] : []),
          `<meta property="media:active-class">${ACTIVE}</meta>`,
        ]
      : []),
  ];
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    ...(hasCover
      ? ['<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>']
      : []),
    ...pages.map((path, index) => {
      const overlay = overlays.has(index) ? ` media-overlay="s${index + 1}"` : '';
      return `<item id="p${index + 1}" href="${path}" media-type="application/xhtml+xml"${overlay}/>`;
    }),
    ...spokenDurations.map(
      ({ index }) =>
        `<item id="s${index + 1}" href="${smilName(pages[index] ?? '')}" media-type="application/smil+xml"/>`,
    ),
    ...audios.map(
      ({ href, mediaType }, index) => `<item id="a${index + 1}" href="${href}" media-type="${mediaType}"/>`,
    ),
    ...(spokenDurations.length > 0 ? ['<item id="style" href="style.css" media-type="text/css"/>'] : []),
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

/** Yields the files of an EPUB 3 without cover and audio, in archive order. The first one must not be compressed. */
export function* epubFiles(
  book: ExportedBook,
  {
    hasCover,
    spoken = silent,
    modified = new Date(),
  }: {
    readonly hasCover: boolean;
    readonly spoken?: Spoken | undefined;
    readonly modified?: Date | undefined;
  },
): Generator<[path: string, text: string]> {
  const language = languageShortCode(book.language) ?? 'und';
  const chapters =
    book.chapters.length > 0 ? book.chapters : [{ name: book.name, texts: [] } as unknown as Chapter];
  const pages = chapters.map((_, index) => `chapter-${index + 1}.xhtml`);
  const entries = chapters.map(
    ({ name }, index) => `<li><a href="${pages[index]}">${escapeXml(name || book.name)}</a></li>`,
  );
  const nav = `<nav epub:type="toc"><h1>${escapeXml(book.name)}</h1>\n<ol>\n${entries.join('\n')}\n</ol></nav>`;
  yield ['mimetype', 'application/epub+zip'];
  yield ['META-INF/container.xml', container];
  yield ['EPUB/package.opf', packageOf(book, { language, hasCover, modified, pages, spoken })];
  yield ['EPUB/nav.xhtml', page(language, { title: book.name, body: nav })];
  if (spoken.overlays.size > 0) yield ['EPUB/style.css', style];
  for (const [index, chapter] of chapters.entries()) {
    const path = pages[index] ?? '';
    const name = chapter.name || book.name;
    const overlay = spoken.overlays.get(index);
    const body = chapterBody({ ...chapter, name }, overlay?.cues);
    yield [`EPUB/${path}`, page(language, { title: name, body, head: overlay && styleLink })];
    if (overlay) yield [`EPUB/${smilName(path)}`, smilOf(path, overlay)];
  }
}
