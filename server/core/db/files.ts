import type { Kysely } from 'kysely';
import { batches } from './batches.ts';
import type { Schema } from './schema.ts';

/** Returns those of the keys that have a row in `files`. */
export async function referencedFiles(db: Kysely<Schema>, keys: readonly string[]): Promise<Set<string>> {
  const referencedKeys = new Set<string>();
  for (const batch of batches(keys)) {
    const rows = await db.selectFrom('files').select('key').where('key', 'in', batch).execute();
    for (const row of rows) referencedKeys.add(row.key);
  }
  return referencedKeys;
}

/** Returns the total size of the files with a row in bytes. Each file counts once. */
export async function bytesOfFiles(db: Kysely<Schema>, keys: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const batch of batches([...new Set(keys)])) {
    const rows = await db.selectFrom('files').select('size').where('key', 'in', batch).execute();
    for (const { size } of rows) bytes += size;
  }
  return bytes;
}

type Optional = 'sha256' | 'name' | 'width' | 'height';

export type NewFile = Omit<Schema['files'], Optional> & {
  readonly [Name in Exclude<Optional, 'name'>]?: Schema['files'][Name];
} & { readonly name?: string | null };

export async function insertFiles(db: Kysely<Schema>, rows: readonly NewFile[]): Promise<void> {
  for (const batch of batches(rows))
    await db
      .insertInto('files')
      .values(
        batch.map((row) => ({
          ...row,
          sha256: row.sha256 ?? null,
          name: row.name ?? null,
          width: row.width ?? null,
          height: row.height ?? null,
        })),
      )
      .execute();
}

/** The columns of an analysis with the keys of its files. */
const analysisFileColumns = ['peaks_key', 'features_key'] as const;

/** Returns the keys of the files of an analysis. */
export const analysisFilesOf = (
  analysis: Pick<Schema['audio_analyses'], (typeof analysisFileColumns)[number]>,
): string[] => analysisFileColumns.flatMap((column) => analysis[column] ?? []);

/** Deletes the file rows of the analyses of these audio files. The sweeper deletes the blobs. */
export async function deleteAnalysisFiles(db: Kysely<Schema>, audioKeys: readonly string[]): Promise<void> {
  const analyses = await db
    .selectFrom('audio_analyses')
    .select(analysisFileColumns)
    .where('audio_key', 'in', audioKeys)
    .execute();
  for (const batch of batches(analyses.flatMap(analysisFilesOf)))
    await db.deleteFrom('files').where('key', 'in', batch).execute();
}

/** Returns the keys of the clips that were cut from these audio files. */
export async function clipFilesOf(db: Kysely<Schema>, audioKeys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('audio_clips')
    .select('key')
    .where('audio_key', 'in', audioKeys)
    .where('key', 'is not', null)
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}

async function deleteClips(db: Kysely<Schema>, audioKeys: readonly string[]): Promise<void> {
  for (const batch of batches(await clipFilesOf(db, audioKeys)))
    await db.deleteFrom('files').where('key', 'in', batch).execute();
}

const isImage = (key: string): boolean => key.endsWith('.webp');

export async function deleteFiles(db: Kysely<Schema>, keys: readonly string[]): Promise<void> {
  for (const batch of batches(keys)) {
    if (!batch.every(isImage)) {
      await deleteAnalysisFiles(db, batch);
      await deleteClips(db, batch);
    }
    await db.deleteFrom('files').where('key', 'in', batch).execute();
  }
}
