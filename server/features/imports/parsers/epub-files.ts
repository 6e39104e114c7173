import { importLimits } from '#contract/imports/import-limits';
import type { Archive } from './archive.ts';
import type { Package } from './epub-package.ts';
import { isSystemFile } from './file-names.ts';
import { ParseError } from './parse-error.ts';
import type { UnreadItem, ParsedImage } from './parsed.ts';

/* All files of an EPUB that are not pages: its cover, other images, audio, and unsupported files. */

export interface ReadFiles {
  /** The cover first, then images of the text that users can choose instead. */
  readonly images: readonly ParsedImage[];
  readonly audio: readonly string[];
  readonly excluded: readonly UnreadItem[];
}

type FileType = 'image' | 'drawing' | 'audio' | 'video' | 'part' | 'other';

const TYPES: readonly (readonly [FileType, RegExp])[] = [
  ['image', /\.(jpe?g|png|gif|webp|avif)$/i],
  ['drawing', /\.svgz?$/i],
  ['audio', /\.(mp3|m4a|m4b|mp4a|aac|ogg|oga|opus|wav|flac)$/i],
  ['video', /\.(mp4|m4v|webm|mov|ogv|avi)$/i],
  // Pages are read elsewhere; the other types are metadata or styles.
  [
    'part',
    /(^|\/)(mimetype$|META-INF\/)|\.(x?html?|opf|ncx|css|js|smil|xpgt|plist|pls|ttf|otf|woff2?|xml|json)$/i,
  ],
];
/** Maximum bytes of all images of the text that are read. */
const MAX_IMAGE_BYTES = 40 * 1024 * 1024;

/** Returns the media type declared in the manifest, else the type for the file name. */
function typeOf(path: string, attributeName: string | undefined): FileType {
  if (attributeName !== undefined && /^image\/(jpe?g|png|gif|webp|avif)$/.test(attributeName)) return 'image';
  if (attributeName?.startsWith('image/svg')) return 'drawing';
  if (attributeName?.startsWith('audio/')) return 'audio';
  if (attributeName?.startsWith('video/')) return 'video';
  if (attributeName !== undefined && /html|smil|ncx|css|javascript|font/.test(attributeName)) return 'part';
  return TYPES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
}

/** Returns true for files that count towards the archive limits. Others are skipped or have a separate limit. */
export const isBounded = (path: string): boolean =>
  !/\.(ttf|otf|woff2?)$/i.test(path) && !['image', 'audio', 'video'].includes(typeOf(path, undefined));

/** Reads the images of an EPUB that can be its cover, and lists the files that cannot be imported. */
export async function readFiles(
  archive: Archive,
  { items }: Package,
  covers: readonly string[],
): Promise<ReadFiles> {
  const images: ParsedImage[] = [];
  const unreadItems: UnreadItem[] = [];
  const leave = (kind: UnreadItem['kind'], name: string, reason: string) =>
    void unreadItems.push({ kind, name, reason });
  const types = new Map([...items.values()].map(({ path, type }) => [path, type]));
  const byType = Map.groupBy(
    [...archive.sizes.keys()].filter((path) => !isSystemFile(path) && !covers.includes(path)),
    (path) => typeOf(path, types.get(path)),
  );
  const sizeOf = (path: string) => archive.sizes.get(path) ?? 0;

  async function storeImage(path: string, archivePath?: string): Promise<void> {
    try {
      const bytes = await archive.read(path, importLimits.maxCoverBytes);
      images.push({ bytes, source: 'epub', ...(archivePath !== undefined && { archivePath }) });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      leave('image', path, error.message);
    }
  }

  for (const path of covers) if (archive.sizes.has(path)) await storeImage(path);
  let bytesLeft = MAX_IMAGE_BYTES;
  // Large images are illustrations, small ones are ornaments.
  for (const path of (byType.get('image') ?? []).toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    if (images.length >= importLimits.maxCovers || sizeOf(path) > bytesLeft) {
      leave('image', path, `You can choose the cover from up to ${importLimits.maxCovers} images.`);
      continue;
    }
    bytesLeft -= sizeOf(path);
    await storeImage(path, path);
  }
  for (const path of byType.get('drawing') ?? [])
    leave('image', path, 'SVG images aren’t supported as covers.');
  for (const path of byType.get('video') ?? []) leave('file', path, 'Videos aren’t supported.');
  for (const path of byType.get('other') ?? []) leave('file', path, 'This file type isn’t supported.');
  return { images, audio: byType.get('audio') ?? [], excluded: unreadItems };
}
