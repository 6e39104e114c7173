import type { Kysely } from 'kysely';
import { jobMessages } from '#contract/jobs/jobs';
import type { AudioAnalysis } from '#contract/audio/audio-analysis';
import { batches } from '#server/core/db/batches';
import { bytesOfFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import type { AudioAnalysisRow } from '#server/core/db/tables/audio-analyses';
import { type JobQueue, usualPriority } from '#server/core/jobs/job-queue';
import { isoIn } from '#server/core/jobs/timing';
import { mediaUrl } from '#server/core/media/media-url';
import { inChunks } from '#server/core/yield-to-event-loop';

export const audioAnalysisKind = 'audio-analysis';
/** Increase this number to analyse all audio again, with low priority. */
export const ANALYSIS_VERSION = 4;
/** Lower priority than jobs that users wait for. */
const PRIORITY = 7;
const IN_BACKGROUND = 9;
const A_SECOND = 100;

/** Enqueues the analysis of audio files, once each. */
export async function enqueueAnalyses(
  jobs: JobQueue,
  {
    trx,
    audios,
    userId,
    priority = PRIORITY,
  }: {
    readonly trx: Kysely<Schema>;
    readonly audios: readonly { readonly key: string; readonly title: string }[];
    readonly userId: number | null;
    readonly priority?: number;
  },
): Promise<void> {
  for await (const { key, title } of inChunks(audios))
    await jobs.enqueue(
      {
        kind: audioAnalysisKind,
        subjectId: key,
        title,
        userId,
        priority,
        effort: await bytesOfFiles(trx, [key]),
      },
      trx,
    );
}

/** Enqueues the missing analyses of audio files before a job that needs their features, with the priority of that job. */
export async function enqueueAnalysesFirst(
  jobs: JobQueue,
  {
    trx,
    keys,
    title,
    userId,
  }: {
    readonly trx: Kysely<Schema>;
    readonly keys: readonly string[];
    readonly title: string;
    readonly userId: number | null;
  },
): Promise<void> {
  const analysedKeys = await analysisRows(trx, keys);
  const audios = keys.filter((key) => !analysedKeys.has(key)).map((key) => ({ key, title }));
  await enqueueAnalyses(jobs, { trx, audios, userId, priority: usualPriority });
}

/** Returns true while one of the audio files is being analysed. */
export async function isAnalysing(db: Kysely<Schema>, keys: readonly string[]): Promise<boolean> {
  for (const batch of batches(keys)) {
    const job = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', audioAnalysisKind)
      .where('subject_id', 'in', batch)
      .where('state', '=', 'running')
      .where('lease_until', '>', isoIn())
      .limit(1)
      .executeTakeFirst();
    if (job) return true;
  }
  return false;
}

/** Enqueues the analysis of a book's audio after it was saved. */
export async function enqueueBookAnalysis(
  jobs: JobQueue,
  {
    db,
    book: { id, name },
    userId,
  }: {
    readonly db: Kysely<Schema>;
    readonly book: { readonly id: number; readonly name: string };
    readonly userId: number;
  },
): Promise<void> {
  const book = await db.selectFrom('books').select('audio_key').where('id', '=', id).executeTakeFirst();
  if (book?.audio_key)
    await enqueueAnalyses(jobs, { trx: db, audios: [{ key: book.audio_key, title: name }], userId });
}

/** Enqueues some audio files that were never analysed, such as files of forms, or were analysed by an earlier version. */
export async function enqueueMissingAnalyses(
  jobs: JobQueue,
  db: Kysely<Schema>,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('audio_analyses', 'audio_analyses.audio_key', 'files.key')
    .select(['files.key', 'files.size'])
    .where('files.media_type', 'like', 'audio/%')
    .where((eb) =>
      eb.or([
        eb('audio_analyses.audio_key', 'is', null),
        eb('audio_analyses.version', '<', ANALYSIS_VERSION),
      ]),
    )
    .limit(limit)
    .execute();
  for (const { key, size } of rows)
    await jobs.enqueue({
      kind: audioAnalysisKind,
      subjectId: key,
      title: jobMessages.audioOfBook,
      priority: IN_BACKGROUND,
      effort: size,
    });
  return rows.length;
}

/** Enqueues the missing and outdated analyses of a book and its chapters when a user opens it. */
export async function enqueueMissingAnalysesOf(
  jobs: JobQueue,
  db: Kysely<Schema>,
  bookId: number,
): Promise<number> {
  const keys = (await audioOfBook(db, bookId)) ?? [];
  const rows = await analysisRows(db, keys);
  const missingKeys = keys.filter((key) => (rows.get(key)?.version ?? 0) < ANALYSIS_VERSION);
  for (const subjectId of missingKeys)
    await jobs.enqueue({
      kind: audioAnalysisKind,
      subjectId,
      title: jobMessages.audioOfBook,
      priority: PRIORITY,
      effort: await bytesOfFiles(db, [subjectId]),
    });
  return missingKeys.length;
}

const waitingAnalysis = (audio_key: string): AudioAnalysis => ({
  audio_url: mediaUrl(audio_key),
  state: 'waiting',
  seconds: null,
  sample_rate: null,
  channels: null,
  codec: '',
  lufs: null,
  true_peak_db: null,
  rms_db: null,
  floor_db: null,
  speech_db: null,
  peaks_url: null,
  problems: [],
  error: null,
});

/** Returns the times of a stored list in seconds. */
const toTimes = (list: string): number[] => (JSON.parse(list) as number[]).map((time) => time / A_SECOND);

function toAnalysis(
  {
    audio_key,
    peaks_key,
    features_key: _f,
    problems,
    silences,
    clipped,
    clicks,
    version: _v,
    created_at: _c,
    ...shown
  }: AudioAnalysisRow,
  withSilences: boolean,
): AudioAnalysis {
  return {
    ...shown,
    audio_url: mediaUrl(audio_key),
    peaks_url: mediaUrl(peaks_key),
    problems: JSON.parse(problems) as string[],
    ...(withSilences && {
      silences: toTimes(silences),
      ...(clipped !== null && { clipped: toTimes(clipped) }),
      ...(clicks !== null && { clicks: toTimes(clicks) }),
    }),
  };
}

async function analysisRows(
  db: Kysely<Schema>,
  keys: readonly string[],
): Promise<Map<string, AudioAnalysisRow>> {
  const rows = new Map<string, AudioAnalysisRow>();
  for (const batch of batches(keys))
    for (const row of await db
      .selectFrom('audio_analyses')
      .selectAll()
      .where('audio_key', 'in', batch)
      .execute())
      rows.set(row.audio_key, row);
  return rows;
}

async function analysesOf(
  db: Kysely<Schema>,
  keys: readonly string[],
  withSilences: boolean,
): Promise<AudioAnalysis[]> {
  const rows = await analysisRows(db, keys);
  return keys.map((key) => {
    const row = rows.get(key);
    return row ? toAnalysis(row, withSilences) : waitingAnalysis(key);
  });
}

const uniqueOf = (keys: readonly (string | null)[]): string[] => [
  ...new Set(keys.filter((key): key is string => key !== null)),
];

/** Returns the keys of the audio files of a book; undefined when the book does not exist. */
async function audioOfBook(db: Kysely<Schema>, id: number): Promise<string[] | undefined> {
  const book = await db.selectFrom('books').select('audio_key').where('id', '=', id).executeTakeFirst();
  if (!book) return undefined;
  const chapters = await db
    .selectFrom('chapters')
    .select('audio_key')
    .where('book_id', '=', id)
    .orderBy('position')
    .execute();
  return uniqueOf([book.audio_key, ...chapters.map(({ audio_key }) => audio_key)]);
}

/** Returns the audio analyses of a book; undefined when the book does not exist. */
export async function analysesOfBook(
  db: Kysely<Schema>,
  id: number,
  withSilences: boolean,
): Promise<AudioAnalysis[] | undefined> {
  const keys = await audioOfBook(db, id);
  return keys && analysesOf(db, keys, withSilences);
}

/** Returns the audio analyses of an import; undefined when the import does not exist. */
export async function analysesOfImport(
  db: Kysely<Schema>,
  id: number,
  withSilences: boolean,
): Promise<AudioAnalysis[] | undefined> {
  const storedImport = await db.selectFrom('imports').select('id').where('id', '=', id).executeTakeFirst();
  if (!storedImport) return undefined;
  const files = await db
    .selectFrom('import_files')
    .select('key')
    .where('import_id', '=', id)
    .where('kind', '=', 'audio')
    .orderBy('position')
    .execute();
  return analysesOf(db, uniqueOf(files.map(({ key }) => key)), withSilences);
}
