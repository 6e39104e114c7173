import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import {
  type Markup,
  attributeOf,
  childrenNamed,
  elementsNamed,
  firstElementNamed,
  parseXml,
} from './markup.ts';
import { ParseError, unreadable } from './parse-error.ts';

export interface ManifestItem {
  readonly id: string;
  /** Path in the archive. */
  readonly path: string;
  readonly type: string;
  readonly properties: readonly string[];
  /** The id of the document with the times of its audio. */
  readonly overlay: string | undefined;
}

export interface Package {
  readonly metadata: Markup;
  readonly items: ReadonlyMap<string, ManifestItem>;
  /** The pages in reading order, each file once. */
  readonly spine: readonly ManifestItem[];
  /** The id of the NCX, in EPUB 2. */
  readonly tocId: string | undefined;
  /** Hrefs in the guide of EPUB 2, by their type. */
  readonly guide: ReadonlyMap<string, string>;
}

const FONT_OBFUSCATION = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Returns the path in the archive for an href, without its fragment; undefined for a path outside the archive. */
export function resolvePath(address: string, folder: string): string | undefined {
  const [plain = ''] = address.split('#', 1);
  let name = plain;
  try {
    name = decodeURIComponent(plain);
  } catch {
    // A percent sign that is not an escape.
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(name)) return undefined;
  const path = posix.normalize(posix.join(folder, name));
  return path.startsWith('..') || posix.isAbsolute(path) ? undefined : path;
}

/** Returns the part of an href after `#`; undefined when there is none. */
export function fragmentOf(address: string): string | undefined {
  const index = address.indexOf('#');
  return index < 0 || index === address.length - 1 ? undefined : address.slice(index + 1);
}

/** @throws ParseError when the content is encrypted; obfuscated fonts are accepted */
async function assertNotProtected(archive: Archive): Promise<void> {
  if (archive.sizes.has('META-INF/rights.xml') && archive.sizes.has('META-INF/encryption.xml'))
    throw new ParseError('protected', 'This EPUB is DRM-protected and can’t be imported.');
  if (!archive.sizes.has('META-INF/encryption.xml')) return;
  const methods = elementsNamed(parseXml(await archive.read('META-INF/encryption.xml')), 'encryptionmethod');
  const isProtected = methods.some((method) => !FONT_OBFUSCATION.has(attributeOf(method, 'algorithm') ?? ''));
  if (isProtected) throw new ParseError('protected', 'This EPUB is DRM-protected and can’t be imported.');
}

/** Reads the package document of an EPUB: metadata, files and reading order. @throws ParseError */
export async function readPackage(archive: Archive): Promise<Package> {
  await assertNotProtected(archive);
  if (!archive.sizes.has('META-INF/container.xml'))
    throw unreadable('Invalid EPUB: the container file is missing.');
  const container = parseXml(await archive.read('META-INF/container.xml'));
  const root = firstElementNamed(container, 'rootfile');
  const packagePath = resolvePath((root && attributeOf(root, 'full-path')) ?? '', '');
  if (packagePath === undefined || !archive.sizes.has(packagePath))
    throw unreadable('Invalid EPUB: no readable package document.');
  const description = firstElementNamed(parseXml(await archive.read(packagePath)), 'package');
  const [metadata, manifest, spine] = ['metadata', 'manifest', 'spine'].map(
    (name) => description && firstElementNamed(description, name),
  );
  if (!description || !metadata || !manifest || !spine)
    throw unreadable('The EPUB’s package document is damaged and couldn’t be read.');

  const folder = posix.dirname(packagePath);
  const items = new Map<string, ManifestItem>();
  for (const item of childrenNamed(manifest, 'item')) {
    const { id, href } = item.attributes;
    const path = href === undefined ? undefined : resolvePath(href, folder);
    if (id === undefined || path === undefined) continue;
    items.set(id, {
      id,
      path,
      type: item.attributes['media-type'] ?? '',
      overlay: item.attributes['media-overlay'],
      properties: (item.attributes['properties'] ?? '').split(/\s+/),
    });
  }
  const pages = new Map<string, ManifestItem>();
  for (const reference of childrenNamed(spine, 'itemref')) {
    const item = items.get(reference.attributes['idref'] ?? '');
    if (item && /html|xml/.test(item.type) && !pages.has(item.path)) pages.set(item.path, item);
  }
  const guide = new Map<string, string>();
  for (const reference of elementsNamed(description, 'reference')) {
    const path = resolvePath(reference.attributes['href'] ?? '', folder);
    if (path !== undefined) guide.set(reference.attributes['type'] ?? '', path);
  }
  return { metadata, items, spine: [...pages.values()], tocId: spine.attributes['toc'], guide };
}
