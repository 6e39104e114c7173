import { posix } from 'node:path';
import { importLimits } from '#contract/imports/import-limits';
import { limits } from '#contract/core/limits';
import type { Source } from '#server/core/media/source';
import { openArchive } from './archive.ts';
import { toChapters, toFlow } from './epub-chapters.ts';
import { readContents } from './epub-contents.ts';
import { readMetadata } from './epub-metadata.ts';
import { isBounded, readFiles } from './epub-files.ts';
import { readOverlays } from './epub-overlays.ts';
import { type Package, readPackage, resolvePath } from './epub-package.ts';
import { readPages } from './epub-pages.ts';
import { readIdentifiers } from './epub-identifiers.ts';
import { readSeries } from './epub-series.ts';
import { readSubjects } from './epub-subjects.ts';
import type { Page } from './epub-text.ts';
import { attributeOf, elementsNamed } from './markup.ts';
import { unreadable } from './parse-error.ts';
import type { ParsedEpub } from './parsed.ts';
import { withinLimits } from './text-limits.ts';

/** Maximum characters of a first page that has only its image. */
const MAX_COVER_TEXT = 100;

/** Returns the paths of the cover: by its property, else the meta element, else the guide, else the only image of the first page. */
function coverPaths({ items, metadata, guide }: Package, pages: ReadonlyMap<string, Page>): string[] {
  const namedCover = [...items.values()].find(({ properties }) => properties.includes('cover-image'));
  const meta = elementsNamed(metadata, 'meta').find((element) => attributeOf(element, 'name') === 'cover');
  const byMeta = items.get(meta?.attributes['content'] ?? '');
  const imageOf = (path: string | undefined): string | undefined => {
    const page = path === undefined ? undefined : pages.get(path);
    const text = page?.blocks.reduce((sum, block) => sum + block.text.length, 0) ?? 0;
    const [address] = page?.images ?? [];
    if (!page || address === undefined || page.images.length > 1 || text > MAX_COVER_TEXT) return undefined;
    return resolvePath(address, posix.dirname(path ?? ''));
  };
  const guideCover = guide.get('cover');
  const isImage = /\.(jpe?g|png|gif|webp|avif)$/i;
  const candidates = [
    namedCover?.path,
    byMeta?.path,
    guideCover !== undefined && isImage.test(guideCover) ? guideCover : imageOf(guideCover),
    imageOf(pages.keys().next().value),
  ];
  return [...new Set(candidates.filter((path) => path !== undefined))];
}

/** Reads an EPUB, version 2 or 3: metadata, chapters, texts and cover. @throws ParseError */
export async function readEpub(source: Source): Promise<ParsedEpub> {
  const archive = await openArchive(source, {
    total: importLimits.maxArchiveTextBytes,
    entry: importLimits.maxArchiveEntryBytes,
    counts: isBounded,
  });
  try {
    const book = await readPackage(archive);
    const overlays = await readOverlays(archive, book);
    const { pages, ...read } = await readPages(archive, book, overlays);
    const flow = toFlow(pages, overlays);
    if (flow.blocks.length === 0) throw unreadable('The EPUB contains no readable text.');
    const chapters = toChapters(await readContents(archive, book), flow);
    const { texts, problems } = withinLimits([...chapters, ...read.texts]);
    const {
      fields,
      contributors,
      problems: fieldProblems,
    } = readMetadata(book.metadata, limits.maxNameLength);
    const { series, problems: seriesProblems } = readSeries(book.metadata);
    const { images, audio, excluded } = await readFiles(archive, book, coverPaths(book, pages));
    return {
      kind: 'epub',
      fields,
      contributors,
      subjects: readSubjects(book.metadata),
      series,
      identifiers: readIdentifiers(book.metadata),
      texts,
      images,
      excluded: [...read.excluded, ...excluded],
      audio,
      problems: [...fieldProblems, ...seriesProblems, ...read.problems, ...problems],
    };
  } finally {
    archive.close();
  }
}
