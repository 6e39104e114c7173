import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import type { Overlays } from './epub-overlays.ts';
import type { Package } from './epub-package.ts';
import { type Block, type Page, inItems, readPage } from './epub-text.ts';
import { isSystemFile } from './file-names.ts';
import { decode } from './markup.ts';
import { ParseError, unreadable } from './parse-error.ts';
import type { UnreadItem, ParsedProblem, ParsedText } from './parsed.ts';

export interface ReadPages {
  /** In reading order. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Texts that are excluded unless a user includes them. */
  readonly texts: readonly ParsedText[];
  readonly excluded: readonly UnreadItem[];
  readonly problems: readonly ParsedProblem[];
}

const UNLISTED = 'The EPUB doesn’t list this page in its reading order.';
const isHtml = (path: string): boolean => /\.x?html?$/i.test(path);

function excludedText(path: string, blocks: readonly Block[], excludedPath: string): ParsedText[] {
  const items = blocks.flatMap(({ text }) => inItems(text));
  const title = blocks.find(({ heading }) => heading > 0)?.text ?? posix.basename(path);
  return items.length > 0 ? [{ title, source: 'headings', items, excluded: excludedPath }] : [];
}

const isContentsOnly = ({ blocks }: Page): boolean =>
  blocks.some(({ isNavigation }) => isNavigation) &&
  blocks.every(({ isNavigation, heading }) => isNavigation || heading > 0);

/** Separates the navigation links from the other text of the page. The contents page of the book has only links. */
function separateNavigation(
  path: string,
  page: Page,
  isContents: boolean,
): { page: Page; texts: ParsedText[] } {
  const links = page.blocks.filter(({ isNavigation }) => isNavigation);
  if (links.length === 0) return { page, texts: [] };
  const others = page.blocks.filter(({ isNavigation }) => !isNavigation);
  const isNothingElse = isContentsOnly(page);
  const excludedBlocks = isNothingElse ? page.blocks : links;
  return {
    page: { ...page, blocks: isNothingElse ? [] : others },
    texts: excludedText(path, excludedBlocks, isContents ? 'Table of contents.' : 'Links inside the book.'),
  };
}

/** Reads the pages of a book. A page that cannot be read is listed, and the others are read. @throws ParseError when all fail */
export async function readPages(
  archive: Archive,
  { items, spine }: Package,
  overlays: Overlays,
): Promise<ReadPages> {
  const pages = new Map<string, Page>();
  const texts: ParsedText[] = [];
  const unreadItems: UnreadItem[] = [];
  const problems: ParsedProblem[] = [];
  let firstError: ParseError | undefined;
  const leave = (path: string, message: string) => {
    unreadItems.push({ kind: 'file', name: path, reason: message });
    problems.push({ kind: 'damaged', message: `${path}: ${message}` });
  };

  async function read(path: string): Promise<Page | undefined> {
    try {
      return readPage(decode(await archive.read(path)), overlays.get(path));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      firstError ??= error;
      leave(path, error.message);
      return undefined;
    }
  }

  for (const { path, properties } of spine) {
    if (!archive.sizes.has(path)) {
      leave(path, 'This page is missing in the EPUB.');
      continue;
    }
    const page = await read(path);
    if (!page) continue;
    const separatedPage = separateNavigation(path, page, properties.includes('nav'));
    pages.set(path, separatedPage.page);
    texts.push(...separatedPage.texts);
  }
  const navigation = [...items.values()].filter(({ properties }) => properties.includes('nav'));
  const listedPaths = new Set([...spine, ...navigation].map(({ path }) => path));
  const typedPaths = new Set(
    [...items.values()].flatMap(({ path, type }) => (/html/.test(type) ? [path] : [])),
  );
  for (const path of archive.sizes.keys()) {
    if (listedPaths.has(path) || isSystemFile(path) || !(isHtml(path) || typedPaths.has(path))) continue;
    const page = await read(path);
    if (page && !isContentsOnly(page)) texts.push(...excludedText(path, page.blocks, UNLISTED));
  }
  if (pages.size === 0 && firstError) throw firstError;
  if (pages.size === 0) throw unreadable('The EPUB contains no readable text.');
  return { pages, texts, excluded: unreadItems, problems };
}
