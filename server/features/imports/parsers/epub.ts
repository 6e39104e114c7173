import { posix } from 'node:path';
import { importLimits } from '#contract/imports/import-limits';
import { limits } from '#contract/core/limits';
import type { Source } from '#server/core/media/source';
import { type Archive, openArchive } from './archive.ts';
import { toChapters, toFlow } from './epub-chapters.ts';
import { readContents } from './epub-contents.ts';
import { readMetadata } from './epub-metadata.ts';
import { type Overlays, readOverlays } from './epub-overlays.ts';
import { type Package, readPackage, resolvePath } from './epub-package.ts';
import { type Page, inItems, readPage } from './epub-text.ts';
import type { ParsedEpub, FoundLeftOut, ParsedImage, ParsedProblem, ParsedText } from './parsed.ts';
import { attributeOf, decode, elementsNamed } from './markup.ts';
import { unreadable } from './parse-error.ts';

/** Sound and film inside a book are passed over, however long. */
const PASSED_OVER = /\.(mp3|m4a|m4b|mp4|ogg|opus|oga|wav|flac|webm|mov|ttf|otf|woff2?)$/i;
/** Of a first page that is nothing but its picture. */
const MAX_COVER_TEXT = 100;

async function readPages(
  archive: Archive,
  { spine }: Package,
  overlays: Overlays,
): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  for (const { path } of spine)
    if (archive.sizes.has(path))
      pages.set(path, readPage(decode(await archive.read(path)), overlays.get(path)));
  return pages;
}

/** The cover as its property names it, else its meta element, else the guide, else the only picture of the first page. */
function coverPaths({ items, metadata, guide }: Package, pages: ReadonlyMap<string, Page>): string[] {
  const named = [...items.values()].find(({ properties }) => properties.includes('cover-image'));
  const meta = elementsNamed(metadata, 'meta').find((one) => attributeOf(one, 'name') === 'cover');
  const byMeta = items.get(meta?.attributes['content'] ?? '');
  const imageOf = (path: string | undefined): string | undefined => {
    const page = path === undefined ? undefined : pages.get(path);
    const text = page?.blocks.reduce((sum, block) => sum + block.text.length, 0) ?? 0;
    const [address] = page?.images ?? [];
    if (!page || address === undefined || page.images.length > 1 || text > MAX_COVER_TEXT) return undefined;
    return resolvePath(address, posix.dirname(path ?? ''));
  };
  const guided = guide.get('cover');
  const isImage = /\.(jpe?g|png|gif|webp|avif)$/i;
  const found = [
    named?.path,
    byMeta?.path,
    guided !== undefined && isImage.test(guided) ? guided : imageOf(guided),
    imageOf(pages.keys().next().value),
  ];
  return [...new Set(found.filter((path) => path !== undefined))];
}

async function readCovers(archive: Archive, paths: readonly string[]): Promise<ParsedImage[]> {
  const images: ParsedImage[] = [];
  for (const path of paths)
    if (archive.sizes.has(path)) images.push({ bytes: await archive.read(path), source: 'epub' });
  return images;
}

/** Pages that no reading order names: texts that somebody may include. */
async function readUnlistedPages(archive: Archive, { items, spine }: Package): Promise<ParsedText[]> {
  const listed = new Set(spine.map(({ path }) => path));
  const pages = [...items.values()].filter(
    ({ path, type, properties }) =>
      /html/.test(type) && !properties.includes('nav') && !listed.has(path) && archive.sizes.has(path),
  );
  const texts: ParsedText[] = [];
  for (const { path } of pages) {
    const { blocks } = readPage(decode(await archive.read(path)));
    const passages = blocks.flatMap(({ text }) => inItems(text));
    const title = blocks.find(({ heading }) => heading > 0)?.text ?? posix.basename(path);
    if (passages.length > 0)
      texts.push({
        title,
        source: 'headings',
        items: passages,
        leftOut: 'The EPUB does not list this page in its reading order.',
      });
  }
  return texts;
}

/** Images and media that no chapter can have. */
function unreadItems(archive: Archive, { items }: Package, covers: readonly string[]): FoundLeftOut[] {
  return [...items.values()].flatMap(({ path, type }): FoundLeftOut[] => {
    if (!archive.sizes.has(path) || covers.includes(path)) return [];
    if (type.startsWith('image/'))
      return [{ kind: 'image', name: path, reason: 'Images inside the text are not imported.' }];
    return type.startsWith('video/')
      ? [{ kind: 'file', name: path, reason: 'Videos are not imported.' }]
      : [];
  });
}

/** Cuts off what no draft holds, and says so. */
function withinLimits(texts: readonly ParsedText[]): { texts: ParsedText[]; problems: ParsedProblem[] } {
  const { maxTextItems, maxChapters } = importLimits;
  let left = maxTextItems;
  const kept = texts.slice(0, maxChapters).map((text) => {
    const items = text.items.slice(0, left);
    left -= items.length;
    return { ...text, items };
  });
  const count = texts.reduce((sum, { items }) => sum + items.length, 0);
  const problems: ParsedProblem[] = [];
  if (count > maxTextItems)
    problems.push({
      kind: 'limit',
      sentence: `The text has more than ${maxTextItems.toLocaleString('en')} passages; the rest was left out.`,
    });
  if (texts.length > maxChapters)
    problems.push({
      kind: 'limit',
      sentence: `The text has more than ${maxChapters.toLocaleString('en')} chapters; the rest was left out.`,
    });
  return { texts: kept.filter(({ items }) => items.length > 0), problems };
}

/** Reads an EPUB, version 2 or 3: what it says of the book, its chapters and texts, its cover. @throws ReadProblem */
export async function readEpub(source: Source): Promise<ParsedEpub> {
  const archive = await openArchive(source, {
    total: importLimits.maxArchiveTextBytes,
    entry: importLimits.maxArchiveEntryBytes,
    counts: (name) => !PASSED_OVER.test(name),
  });
  try {
    const book = await readPackage(archive);
    const overlays = await readOverlays(archive, book);
    const pages = await readPages(archive, book, overlays);
    const flow = toFlow(pages, overlays);
    if (flow.blocks.length === 0) throw unreadable('The EPUB has no text that could be read.');
    const unlisted = await readUnlistedPages(archive, book);
    const chapters = toChapters(await readContents(archive, book), flow);
    const { texts, problems } = withinLimits([...chapters, ...unlisted]);
    const { fields, problems: doubts } = readMetadata(book.metadata, limits.maxNameLength);
    const covers = coverPaths(book, pages);
    const images = await readCovers(archive, covers);
    const leftOut = unreadItems(archive, book, covers);
    const audio = [...book.items.values()].flatMap(({ path, type }) =>
      type.startsWith('audio/') && archive.sizes.has(path) ? [path] : [],
    );
    return { kind: 'epub', fields, texts, images, leftOut, audio, problems: [...doubts, ...problems] };
  } finally {
    archive.close();
  }
}
