import type { Kysely } from 'kysely';
import { jobMessages } from '#contract/jobs';
import type { Scan } from '#contract/scans';
import { batches } from '#server/db/batches';
import type { Schema } from '#server/db/schema';
import type { ScanRow } from '#server/db/tables/scans';
import type { JobQueue } from '#server/jobs/job-queue';
import { mediaUrl } from '#server/media/media-url';
import { inTurns } from '#server/next-turn';

export const scanKind = 'scan';
/** Behind what somebody waits for. */
const PRIORITY = 7;
const IN_BACKGROUND = 9;
const A_SECOND = 100;

/** Has audio files listened to, once each. */
export async function enqueueScans(
  jobs: JobQueue,
  trx: Kysely<Schema>,
  sounds: readonly { readonly key: string; readonly title: string }[],
  userId: number | null,
): Promise<void> {
  for await (const { key, title } of inTurns(sounds))
    await jobs.enqueue({ kind: scanKind, subjectId: key, title, userId, priority: PRIORITY }, trx);
}

/** Has the sound of a book that was just saved with one listened to. */
export async function enqueueBookScan(
  jobs: JobQueue,
  db: Kysely<Schema>,
  { id, name }: { readonly id: number; readonly name: string },
  userId: number,
): Promise<void> {
  const book = await db.selectFrom('books').select('audio_key').where('id', '=', id).executeTakeFirst();
  if (book?.audio_key) await enqueueScans(jobs, db, [{ key: book.audio_key, title: name }], userId);
}

/** Has some of those listened to that never were, such as files of forms and of earlier versions. */
export async function enqueueMissingScans(
  jobs: JobQueue,
  db: Kysely<Schema>,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('scans', 'scans.audio_key', 'files.key')
    .select('files.key')
    .where('files.media_type', 'like', 'audio/%')
    .where('scans.audio_key', 'is', null)
    .limit(limit)
    .execute();
  for (const { key } of rows)
    await jobs.enqueue({
      kind: scanKind,
      subjectId: key,
      title: jobMessages.audioOfBook,
      priority: IN_BACKGROUND,
    });
  return rows.length;
}

/** Has the sound of a book and of its chapters listened to where it never was, since somebody wants to see it. */
export async function enqueueMissingScansOf(
  jobs: JobQueue,
  db: Kysely<Schema>,
  bookId: number,
): Promise<number> {
  const missing = ((await scansOfBook(db, bookId, false)) ?? []).filter(({ state }) => state === 'waiting');
  const keys = missing.flatMap(({ audio_url }) =>
    audio_url === null ? [] : [audio_url.slice(audio_url.lastIndexOf('/') + 1)],
  );
  for (const subjectId of keys)
    await jobs.enqueue({ kind: scanKind, subjectId, title: jobMessages.audioOfBook, priority: PRIORITY });
  return keys.length;
}

const waiting = (audio_key: string): Scan => ({
  audio_url: mediaUrl(audio_key),
  state: 'waiting',
  seconds: null,
  sample_rate: null,
  channels: null,
  codec: '',
  lufs: null,
  true_peak_db: null,
  floor_db: null,
  speech_db: null,
  peaks_url: null,
  faults: [],
  error: null,
});

function toScan(
  { audio_key, peaks_key, faults, silences, version: _v, created_at: _c, ...shown }: ScanRow,
  withSilences: boolean,
): Scan {
  return {
    ...shown,
    audio_url: mediaUrl(audio_key),
    peaks_url: mediaUrl(peaks_key),
    faults: JSON.parse(faults) as string[],
    ...(withSilences && { silences: (JSON.parse(silences) as number[]).map((at) => at / A_SECOND) }),
  };
}

async function scansOf(db: Kysely<Schema>, keys: readonly string[], withSilences: boolean): Promise<Scan[]> {
  const rows = new Map<string, ScanRow>();
  for (const batch of batches(keys))
    for (const row of await db.selectFrom('scans').selectAll().where('audio_key', 'in', batch).execute())
      rows.set(row.audio_key, row);
  return keys.map((key) => {
    const row = rows.get(key);
    return row ? toScan(row, withSilences) : waiting(key);
  });
}

const uniqueOf = (keys: readonly (string | null)[]): string[] => [
  ...new Set(keys.filter((key): key is string => key !== null)),
];

/** What is known of the sound of a book; undefined when there is no such book. */
export async function scansOfBook(
  db: Kysely<Schema>,
  id: number,
  withSilences: boolean,
): Promise<Scan[] | undefined> {
  const book = await db.selectFrom('books').select('audio_key').where('id', '=', id).executeTakeFirst();
  if (!book) return undefined;
  const chapters = await db
    .selectFrom('chapters')
    .select('audio_key')
    .where('book_id', '=', id)
    .orderBy('position')
    .execute();
  return scansOf(db, uniqueOf([book.audio_key, ...chapters.map(({ audio_key }) => audio_key)]), withSilences);
}

/** What is known of the sound of an import; undefined when there is no such import. */
export async function scansOfImport(
  db: Kysely<Schema>,
  id: number,
  withSilences: boolean,
): Promise<Scan[] | undefined> {
  const found = await db.selectFrom('imports').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  const files = await db
    .selectFrom('import_files')
    .select('key')
    .where('import_id', '=', id)
    .where('kind', '=', 'audio')
    .orderBy('position')
    .execute();
  return scansOf(db, uniqueOf(files.map(({ key }) => key)), withSilences);
}
