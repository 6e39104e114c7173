import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { type Package, fragmentOf, resolvePath } from './epub-package.ts';
import {
  type Markup,
  attributeOf,
  childrenNamed,
  elementsNamed,
  firstElementNamed,
  parseXml,
  textOf,
} from './markup.ts';

/** An entry of the contents. */
export interface ContentsEntry {
  readonly title: string;
  readonly path: string;
  readonly fragment: string | undefined;
  /** 1 for the top level. */
  readonly depth: number;
  /** The title of the parent entry. */
  readonly part: string | undefined;
}

interface TocPosition {
  readonly folder: string;
  readonly depth: number;
  readonly part: string | undefined;
}

function* entriesOfNav(list: Markup, { folder, depth, part }: TocPosition): Generator<ContentsEntry> {
  for (const item of childrenNamed(list, 'li')) {
    const [link] = childrenNamed(item, 'a');
    const address = link?.attributes['href'];
    const path = address === undefined ? undefined : resolvePath(address, folder);
    if (link && address !== undefined && path !== undefined)
      yield { title: textOf(link), path, fragment: fragmentOf(address), depth, part };
    // The entry of a part without a page has no link.
    const [label = link] = childrenNamed(item, 'span');
    for (const inner of childrenNamed(item, 'ol'))
      yield* entriesOfNav(inner, { folder, depth: depth + 1, part: label && textOf(label) });
  }
}

function* entriesOfNcx(parent: Markup, { folder, depth, part }: TocPosition): Generator<ContentsEntry> {
  for (const point of childrenNamed(parent, 'navpoint')) {
    const [label] = childrenNamed(point, 'navlabel');
    const title = label ? textOf(label) : '';
    const address = childrenNamed(point, 'content')[0]?.attributes['src'];
    const path = address === undefined ? undefined : resolvePath(address, folder);
    if (address !== undefined && path !== undefined)
      yield { title, path, fragment: fragmentOf(address), depth, part };
    yield* entriesOfNcx(point, { folder, depth: depth + 1, part: title });
  }
}

const isContents = (nav: Markup): boolean =>
  /\b(doc-)?toc\b/.test(attributeOf(nav, 'type') ?? nav.attributes['role'] ?? '');

async function readNav(archive: Archive, { items }: Package): Promise<ContentsEntry[]> {
  const item = [...items.values()].find(({ properties }) => properties.includes('nav'));
  if (!item || !archive.sizes.has(item.path)) return [];
  const navs = elementsNamed(parseXml(await archive.read(item.path)), 'nav');
  const list = navs.filter(isContents).map((nav) => firstElementNamed(nav, 'ol'))[0];
  return list ? [...entriesOfNav(list, { folder: posix.dirname(item.path), depth: 1, part: undefined })] : [];
}

async function readNcx(archive: Archive, { items, tocId }: Package): Promise<ContentsEntry[]> {
  const item =
    items.get(tocId ?? '') ?? [...items.values()].find(({ type }) => type === 'application/x-dtbncx+xml');
  if (!item || !archive.sizes.has(item.path)) return [];
  const map = firstElementNamed(parseXml(await archive.read(item.path)), 'navmap');
  return map ? [...entriesOfNcx(map, { folder: posix.dirname(item.path), depth: 1, part: undefined })] : [];
}

/** Returns the table of contents of EPUB 3, else of EPUB 2. Empty when the book has none. */
export async function readContents(archive: Archive, book: Package): Promise<ContentsEntry[]> {
  const contents = await readNav(archive, book);
  return contents.length > 0 ? contents : readNcx(archive, book);
}
