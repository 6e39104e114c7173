import { posix } from 'node:path';
import type { ItemTimes, TextDetails } from '../proposal/text-details.ts';
import type { Archive } from './archive.ts';
import { type Package, fragmentOf, resolvePath } from './epub-package.ts';
import type { Block } from './epub-text.ts';
import { type Markup, attributeOf, childrenNamed, elementsNamed, parseXml } from './markup.ts';

/** Start and end of an element's audio, and its file in the archive. */
export interface Clip {
  readonly audio: string;
  readonly start: number;
  readonly end: number;
}

/** Clips by page and element id. */
export type Overlays = ReadonlyMap<string, ReadonlyMap<string, Clip>>;

/** Returns `0:01:02.450`, `62.4s`, `62400ms`, `1.5min` or `62.4` as seconds. */
export function smilSeconds(clock: string): number | undefined {
  const [, number = '', unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*(h|min|s|ms)?\s*$/.exec(clock) ?? [];
  if (number !== '') return Number(number) * ({ h: 3600, min: 60, s: 1, ms: 0.001 }[unit] ?? 1);
  const paragraphs = clock.trim().split(':');
  if (paragraphs.length > 3 || !paragraphs.every((value) => /^\d+(\.\d+)?$/.test(value))) return undefined;
  return paragraphs.reduce((sum, value) => sum * 60 + Number(value), 0);
}

function clipOf(par: Markup, folder: string): { path: string; id: string; clip: Clip } | undefined {
  const [text] = childrenNamed(par, 'text');
  const [audio] = childrenNamed(par, 'audio');
  const address = text && attributeOf(text, 'src');
  const path = address === undefined ? undefined : resolvePath(address, folder);
  const id = address === undefined ? undefined : fragmentOf(address);
  const file = audio && resolvePath(attributeOf(audio, 'src') ?? '', folder);
  const start = smilSeconds((audio && attributeOf(audio, 'clipbegin')) ?? '0');
  const end = smilSeconds((audio && attributeOf(audio, 'clipend')) ?? '');
  if (path === undefined || id === undefined || file === undefined) return undefined;
  if (start === undefined || end === undefined || end <= start) return undefined;
  return { path, id, clip: { audio: file, start, end } };
}

/** Reads the Media Overlays of a book. */
export async function readOverlays(archive: Archive, { items, spine }: Package): Promise<Overlays> {
  const overlays = new Map<string, Map<string, Clip>>();
  const documents = new Set(spine.flatMap(({ overlay }) => items.get(overlay ?? '')?.path ?? []));
  for (const document of documents) {
    if (!archive.sizes.has(document)) continue;
    const folder = posix.dirname(document);
    for (const par of elementsNamed(parseXml(await archive.read(document)), 'par')) {
      const overlay = clipOf(par, folder);
      if (!overlay || !archive.sizes.has(overlay.clip.audio)) continue;
      const page = overlays.get(overlay.path) ?? new Map<string, Clip>();
      overlays.set(overlay.path, page.set(overlay.id, overlay.clip));
    }
  }
  return overlays;
}

/** Returns the times of one text item, and of its sentences when they have clips. */
function timesOf(
  { text, spans = [] }: Block,
  clips: ReadonlyMap<string, Clip>,
  audio: string,
): ItemTimes | null {
  const spokenClips = spans
    .flatMap(({ id, from, to }) => {
      const clip = clips.get(id);
      return clip && clip.audio === audio ? [{ from, to, ...clip }] : [];
    })
    .toSorted((a, b) => a.from - b.from);
  const [first] = spokenClips;
  if (!first) return null;
  const start = Math.min(...spokenClips.map((clip) => clip.start));
  const end = Math.max(...spokenClips.map((clip) => clip.end));
  const isWhole = spokenClips.length === 1 && first.from === 0 && first.to === text.length;
  const isOrdered = spokenClips.every(
    ({ from, start: begin }, index) =>
      from >= (spokenClips[index - 1]?.to ?? 0) && begin >= (spokenClips[index - 1]?.start ?? 0),
  );
  const sentences =
    isWhole || !isOrdered
      ? null
      : JSON.stringify(
          spokenClips.map((clip) => [clip.from, clip.to, clip.start, clip.end, null, 'aligned']),
        );
  return [start, end, null, 'aligned', sentences];
}

/** Returns the narration of a chapter: the file with most of its clips, its start and end, and the times of its items. */
export function spokenOf(
  passages: readonly {
    readonly block: Block;
    readonly items: number;
    readonly clips: ReadonlyMap<string, Clip> | undefined;
  }[],
): { audio: string; start: number; end: number; details: string } | undefined {
  const clips = passages.flatMap(({ block, clips: page }) =>
    (block.spans ?? []).flatMap(({ id }) => page?.get(id) ?? []),
  );
  const byFile = [...Map.groupBy(clips, ({ audio }) => audio)].toSorted((a, b) => b[1].length - a[1].length);
  const [most] = byFile;
  if (!most) return undefined;
  const [audio, own] = most;
  // A block that was split into several items has no times, because the start of each item is unknown.
  const times = passages.flatMap(({ block, items, clips: page }) =>
    items === 1 && page ? [timesOf(block, page, audio)] : Array.from({ length: items }, () => null),
  );
  const details: TextDetails = { code: '', is_locked: false, audio_without_text: [], codes: [''], times };
  return {
    audio,
    start: own.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
    end: own.reduce((last, { end }) => Math.max(last, end), 0),
    details: JSON.stringify(details),
  };
}
