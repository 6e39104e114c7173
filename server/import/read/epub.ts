import { posix } from 'node:path';
import { importLimits } from '#contract/import-terms';
import { limits } from '#contract/limits';
import type { Source } from '#server/media/source';
import { type Archive, openArchive } from './archive.ts';
import { toChapters, toFlow } from './epub-chapters.ts';
import { readContents } from './epub-contents.ts';
import { readMetadata } from './epub-metadata.ts';
import { type Package, readPackage, resolvePath } from './epub-package.ts';
import { type Page, readPage } from './epub-text.ts';
import type { FoundInEpub, FoundPicture, FoundProblem, FoundText } from './found.ts';
import { attributeOf, decode, elementsNamed } from './markup.ts';
import { unreadable } from './read-problem.ts';

/** Sound and film inside a book are passed over, however long. */
const PASSED_OVER = /\.(mp3|m4a|m4b|mp4|ogg|opus|oga|wav|flac|webm|mov|ttf|otf|woff2?)$/i;
/** Of a first page that is nothing but its picture. */
const MAX_COVER_TEXT = 100;

async function readPages(archive: Archive, { spine }: Package): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  for (const { path } of spine)
    if (archive.sizes.has(path)) pages.set(path, readPage(decode(await archive.read(path))));
  return pages;
}

/** The cover as its property names it, else its meta element, else the guide, else the only picture of the first page. */
function coverPaths({ items, metadata, guide }: Package, pages: ReadonlyMap<string, Page>): string[] {
  const named = [...items.values()].find(({ properties }) => properties.includes('cover-image'));
  const meta = elementsNamed(metadata, 'meta').find((one) => attributeOf(one, 'name') === 'cover');
  const byMeta = items.get(meta?.attributes['content'] ?? '');
  const pictureOf = (path: string | undefined): string | undefined => {
    const page = path === undefined ? undefined : pages.get(path);
    const text = page?.blocks.reduce((sum, block) => sum + block.text.length, 0) ?? 0;
    const [address] = page?.pictures ?? [];
    if (!page || address === undefined || page.pictures.length > 1 || text > MAX_COVER_TEXT) return undefined;
    return resolvePath(address, posix.dirname(path ?? ''));
  };
  const guided = guide.get('cover');
  const isPicture = /\.(jpe?g|png|gif|webp|avif)$/i;
  const found = [
    named?.path,
    byMeta?.path,
    guided !== undefined && isPicture.test(guided) ? guided : pictureOf(guided),
    pictureOf(pages.keys().next().value),
  ];
  return [...new Set(found.filter((path) => path !== undefined))];
}

async function readCovers(archive: Archive, paths: readonly string[]): Promise<FoundPicture[]> {
  const pictures: FoundPicture[] = [];
  for (const path of paths)
    if (archive.sizes.has(path)) pictures.push({ bytes: await archive.read(path), source: 'epub' });
  return pictures;
}

/** Cuts off what no draft holds, and says so. */
function withinLimits(texts: readonly FoundText[]): { texts: FoundText[]; problems: FoundProblem[] } {
  const { maxTextItems, maxChapters } = importLimits;
  let left = maxTextItems;
  const kept = texts.slice(0, maxChapters).map((text) => {
    const items = text.items.slice(0, left);
    left -= items.length;
    return { ...text, items };
  });
  const count = texts.reduce((sum, { items }) => sum + items.length, 0);
  const problems: FoundProblem[] = [];
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
export async function readEpub(source: Source): Promise<FoundInEpub> {
  const archive = await openArchive(source, {
    total: importLimits.maxArchiveTextBytes,
    entry: importLimits.maxArchiveEntryBytes,
    counts: (name) => !PASSED_OVER.test(name),
  });
  try {
    const book = await readPackage(archive);
    const pages = await readPages(archive, book);
    const flow = toFlow(pages);
    if (flow.blocks.length === 0) throw unreadable('The EPUB has no text that could be read.');
    const { texts, problems } = withinLimits(toChapters(await readContents(archive, book), flow));
    const { fields, problems: doubts } = readMetadata(book.metadata, limits.maxNameLength);
    const pictures = await readCovers(archive, coverPaths(book, pages));
    return { kind: 'epub', fields, texts, pictures, problems: [...doubts, ...problems] };
  } finally {
    archive.close();
  }
}
