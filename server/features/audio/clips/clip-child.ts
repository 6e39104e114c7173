import type { SourceResponder } from '#server/core/media/source-host';
import type { Source } from '#server/core/media/source';
import { openCuttable } from './clip.ts';
import type { Span } from './copy-range.ts';
import type { AudioClip, AudioTags } from './cuttable.ts';

/* The child process of `openClips`. */

/** Starts the next clip, or requests more of it. */
export type ClipQuestion =
  | { readonly type: 'cut'; readonly clip: AudioClip; readonly tags: AudioTags }
  | { readonly type: 'more' };

export interface ClipResponse {
  readonly pieces: readonly (Uint8Array | Span)[];
  readonly isLast: boolean;
}

/** Maximum number of pieces in one response. */
const MAX_PIECES = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

type PieceIterator = AsyncIterator<Uint8Array | Span>;

async function take(pieces: PieceIterator): Promise<ClipResponse> {
  const batch: (Uint8Array | Span)[] = [];
  let bytes = 0;
  while (batch.length < MAX_PIECES && bytes < MAX_BYTES) {
    const next = await pieces.next();
    if (next.done) return { pieces: batch, isLast: true };
    batch.push(next.value);
    if (Buffer.isBuffer(next.value)) bytes += next.value.length;
  }
  return { pieces: batch, isLast: false };
}

/** Opens a file by its extension. The first response states whether it can be cut; files with an unusual structure cannot. */
export async function open(source: Source, extension: unknown): Promise<SourceResponder> {
  const cuttable = await openCuttable(String(extension), source).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
  let pieces: PieceIterator | undefined;
  return {
    opened: cuttable !== undefined,
    async respond(question) {
      const order = question as ClipQuestion;
      if (order.type === 'cut') pieces = cuttable?.cut(order.clip, order.tags)[Symbol.asyncIterator]();
      if (!pieces) throw new Error('The file can’t be cut.');
      return take(pieces);
    },
  };
}
