import { type ZipEntries, makeZip } from './zip-files.ts';

export interface EpubChapter {
  readonly title: string;
  /** Markup in the chapter's section, after its heading. */
  readonly body?: string;
  readonly paragraphs?: readonly string[];
}

/** Returns short chapters with these names. */
export const epubChapters = (names: readonly string[]): EpubChapter[] =>
  names.map((name) => ({
    title: name,
    paragraphs: [`It was ${name} that he saw.`, `And it was the ${name} of old.`],
  }));

export interface EpubOptions {
  readonly version?: 2 | 3;
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
  /** Additional metadata of the package, as markup. */
  readonly metadata?: string;
  readonly cover?: Uint8Array;
  readonly chapters?: readonly EpubChapter[];
  /** Writes all chapters to one file, separated by anchors. */
  readonly inOneFile?: boolean;
  /** Omits the table of contents. */
  readonly withoutContents?: boolean;
  /** The table of contents as markup, instead of one line per chapter. Pages are `c1.xhtml` and so on. */
  readonly contents?: string;
  readonly extra?: ZipEntries;
  /** Additional items of the manifest, as markup. */
  readonly manifest?: string;
  /** The manifest item with the Media Overlays of the first chapter. */
  readonly overlay?: string;
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const page = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`;

const section = ({ title, body = '', paragraphs = [] }: EpubChapter, index: number): string =>
  `<section id="c${index + 1}"><h2>${escapeHtml(title)}</h2>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}${body}</section>`;

const fileOf = (index: number, inOneFile: boolean): string =>
  inOneFile ? `all.xhtml#c${index + 1}` : `c${index + 1}.xhtml`;

/** Returns a small EPUB. Default: version 3. */
export async function makeEpub(options: EpubOptions = {}): Promise<Buffer> {
  const {
    version = 3,
    title = 'The Lighthouse',
    author = 'Ada Marsh',
    language = 'en',
    metadata = '',
    cover,
    inOneFile = false,
    chapters = [1, 2, 3].map((number) => ({
      title: `Chapter ${number}`,
      paragraphs: [`The first passage of chapter ${number}.`, `And its second one, number ${number}.`],
    })),
  } = options;
  const pages: [string, string][] = inOneFile
    ? [['all.xhtml', page(chapters.map(section).join(''))]]
    : chapters.map((chapter, index) => [`c${index + 1}.xhtml`, page(section(chapter, index))]);
  const links = chapters.map(({ title: name }, index) => ({ name, href: fileOf(index, inOneFile) }));
  const nav = page(
    `<nav epub:type="toc">${options.contents ?? `<ol>${links.map(({ name, href }) => `<li><a href="${href}">${escapeHtml(name)}</a></li>`).join('')}</ol>`}</nav>`,
  );
  const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${links.map(({ name, href }) => `<navPoint><navLabel><text>${escapeHtml(name)}</text></navLabel><content src="${href}"/></navPoint>`).join('')}</navMap></ncx>`;
  const contents = options.withoutContents
    ? ''
    : version === 3
      ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
      : '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
  const coverItem = cover
    ? `<item id="cover" href="cover.png" media-type="image/png"${version === 3 ? ' properties="cover-image"' : ''}/>`
    : '';
  const overlay = options.overlay === undefined ? '' : ` media-overlay="${options.overlay}"`;
  const coverMeta = cover && version === 2 ? '<meta name="cover" content="cover"/>' : '';
  const description = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="${version}.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:title>${escapeHtml(title)}</dc:title><dc:creator>${escapeHtml(author)}</dc:creator><dc:language>${language}</dc:language>${coverMeta}${metadata}</metadata><manifest>${pages.map(([path], index) => `<item id="p${index}" href="${path}" media-type="application/xhtml+xml"${index === 0 ? overlay : ''}/>`).join('')}${contents}${coverItem}${options.manifest ?? ''}</manifest><spine${version === 2 ? ' toc="ncx"' : ''}>${pages.map((_, index) => `<itemref idref="p${index}"/>`).join('')}</spine></package>`;
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/content.opf': description,
    ...Object.fromEntries(pages.map(([path, markup]) => [`OEBPS/${path}`, markup])),
    ...(version === 3 ? { 'OEBPS/nav.xhtml': nav } : { 'OEBPS/toc.ncx': ncx }),
    ...(cover && { 'OEBPS/cover.png': cover }),
    ...options.extra,
  });
}
