import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { lockForBookChange } from '#server/core/db/catalogue';
import { deleteFiles, insertFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import { noTags } from './clips/cuttable.ts';
import { openClips } from './clips/open-clips.ts';
import type { FileRow, FileStorage } from '#server/core/media/file-storage';
import type { Staging } from '#server/core/media/staging';
import { clipsKind } from './clip-order.ts';
import {
  type ChapterPlayback,
  cutExtension,
  missingOf,
  rangeKeyOf,
  findPlaybacks,
  findSampleAudio,
} from './chapter-clips.ts';

/** Unused clips are retained for a day, so that a user who plays one can finish it after its markers change. */
const UNUSED_RETENTION_MS = 24 * 60 * 60_000;
const REMOVED_AT_ONCE = 500;

export interface ClipJobDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
}

interface Clip {
  readonly played: ChapterPlayback;
  /** Undefined for audio that cannot be cut. */
  readonly row: FileRow | undefined;
}

/** Returns a text that identifies a range of a file. */
const clipNameOf = (playback: ChapterPlayback): string => `${playback.audioKey} ${rangeKeyOf(playback)}`;

/** Records the ranges that the chapters of a book play. @returns the keys of clips that were unused for too long */
async function recordUse(trx: Transaction<Schema>, playbacks: readonly ChapterPlayback[]): Promise<string[]> {
  const now = Date.now();
  for (const [audioKey, group] of Map.groupBy(playbacks, (playback) => playback.audioKey)) {
    const usedRanges = new Set(group.map(rangeKeyOf));
    const rows = await trx
      .selectFrom('audio_clips')
      .select(['part', 'unused_since'])
      .where('audio_key', '=', audioKey)
      .execute();
    for (const { part, unused_since } of rows)
      if (usedRanges.has(part) === (unused_since !== null))
        await trx
          .updateTable('audio_clips')
          .set({ unused_since: usedRanges.has(part) ? null : new Date(now).toISOString() })
          .where('audio_key', '=', audioKey)
          .where('part', '=', part)
          .execute();
  }
  const old = await trx
    .selectFrom('audio_clips')
    .select(['audio_key', 'part', 'key'])
    .where('unused_since', '<', new Date(now - UNUSED_RETENTION_MS).toISOString())
    .limit(REMOVED_AT_ONCE)
    .execute();
  for (const { audio_key, part } of old)
    await trx.deleteFrom('audio_clips').where('audio_key', '=', audio_key).where('part', '=', part).execute();
  const keys = old.flatMap(({ key }) => key ?? []);
  await deleteFiles(trx, keys);
  return keys;
}

/** Creates a clip for each chapter and for the sample without decoding the audio. The job's subject is the book. */
export function createClipJob({ database, blobs, staging, files }: ClipJobDeps): JobHandler {
  /**
   * Stores clips in the transaction that ends the job. Clips that exist or are no longer needed are skipped. @returns the keys of files
   * without a reference
   */
  async function storeClips(
    trx: Transaction<Schema>,
    bookId: number,
    cuts: readonly Clip[],
  ): Promise<string[]> {
    const sample = await findSampleAudio(trx, bookId);
    // The cached home screens contain the file of the sample.
    if (sample && cuts.some(({ row, played }) => row && clipNameOf(played) === clipNameOf(sample)))
      await lockForBookChange(trx, bookId);
    const playbacks = await findPlaybacks(trx, bookId);
    const missingClips = new Set((await missingOf(trx, playbacks)).map(clipNameOf));
    const unwantedKeys: string[] = [];
    for (const { played: playback, row } of cuts) {
      if (!missingClips.has(clipNameOf(playback))) {
        if (row) unwantedKeys.push(row.key);
        continue;
      }
      if (row) await insertFiles(trx, [{ ...row, sha256: null }]);
      await trx
        .insertInto('audio_clips')
        .values({
          audio_key: playback.audioKey,
          part: rangeKeyOf(playback),
          key: row?.key ?? null,
          unused_since: null,
        })
        .execute();
    }
    return [...unwantedKeys, ...(await recordUse(trx, playbacks))];
  }

  /** Creates the clips of one file. A file with an unusual structure has no clips. @throws Error when the file is missing */
  async function* clipsOf(audioKey: string, group: readonly ChapterPlayback[], signal: AbortSignal) {
    const clips = await openClips(blobs, audioKey, signal);
    const extension = cutExtension(audioKey);
    try {
      for (const playback of group) {
        signal.throwIfAborted();
        const row =
          clips && extension
            ? await files.storeAs(
                await staging.receiveStored('audio', clips.cut(playback, noTags)),
                extension,
              )
            : undefined;
        yield { played: playback, row } satisfies Clip;
      }
    } finally {
      clips?.close();
    }
  }

  return defineJob({
    kind: clipsKind,
    weight: 'heavy',
    payload: z.unknown(),
    async run({ subjectId, signal, progress }) {
      const bookId = Number(subjectId);
      const missingPlaybacks = await missingOf(database.kysely, await findPlaybacks(database.kysely, bookId));
      const cuts: Clip[] = [];
      const discard = () => files.removeUnreferenced(cuts.flatMap(({ row }) => row?.key ?? []));
      try {
        for (const [audioKey, group] of Map.groupBy(missingPlaybacks, (playback) => playback.audioKey))
          for await (const cut of clipsOf(audioKey, group, signal)) {
            cuts.push(cut);
            progress(cuts.length / missingPlaybacks.length);
          }
      } catch (error) {
        await discard();
        throw error;
      }
      let discardedKeys: string[] = [];
      return {
        result: { files: cuts.filter(({ row }) => row).length },
        async commit(trx) {
          discardedKeys = await storeClips(trx, bookId, cuts);
        },
        afterCommit: () => files.remove(discardedKeys),
        discard,
      };
    },
  });
}
