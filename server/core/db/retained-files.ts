import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import { batches } from './batches.ts';
import { analysisFilesOf, deleteFiles, clipFilesOf } from './files.ts';
import type { Schema } from './schema.ts';
import type { AudioAnalysisRow } from './tables/audio-analyses.ts';

type FileRow = Selectable<Schema['files']>;

/** The record that the file belonged to. */
export interface FileOwner {
  readonly kind: AuditLogKind;
  readonly id: number;
}

/**
 * Moves the rows of files, with their audio analysis, to the retained files instead of deleting them.
 * @returns the keys of all blobs that are no longer served
 */
export async function keepFiles(
  trx: Transaction<Schema>,
  keys: readonly string[],
  { kind, id }: FileOwner,
): Promise<string[]> {
  if (keys.length === 0) return [];
  const retained_at = new Date().toISOString();
  const retainedKeys: string[] = [];
  for (const batch of batches([...new Set(keys)])) {
    const analyses = await trx
      .selectFrom('audio_analyses')
      .selectAll()
      .where('audio_key', 'in', batch)
      .execute();
    const analysisFiles = analyses.flatMap(analysisFilesOf);
    const files = await trx
      .selectFrom('files')
      .selectAll()
      .where('key', 'in', [...batch, ...analysisFiles])
      .execute();
    const analysisOf = new Map(analyses.map((analysis) => [analysis.audio_key, JSON.stringify(analysis)]));
    for (const chunk of batches(files)) {
      const rows = chunk.map((file) => ({
        key: file.key,
        size: file.size,
        file: JSON.stringify(file),
        analysis: analysisOf.get(file.key) ?? null,
        kind,
        record_id: id,
        retained_at,
      }));
      await trx.insertInto('retained_files').values(rows).execute();
    }
    const fileKeys = files.map(({ key }) => key);
    // Clips are created again when the whole file is served again.
    const clipKeys = fileKeys.length > 0 ? await clipFilesOf(trx, fileKeys) : [];
    await deleteFiles(trx, fileKeys);
    retainedKeys.push(...fileKeys, ...clipKeys);
  }
  return retainedKeys;
}

/** Restores retained files with their audio analysis. @returns the keys of all blobs that are served again */
export async function serveFiles(trx: Transaction<Schema>, keys: readonly string[]): Promise<string[]> {
  const servedKeys: string[] = [];
  for (const batch of batches([...new Set(keys)])) {
    const retainedRows = await deleteRetained(trx, batch);
    const analyses = retainedRows.flatMap(({ analysis }) =>
      analysis === null ? [] : [JSON.parse(analysis) as AudioAnalysisRow],
    );
    const analysisFiles = await deleteRetained(trx, analyses.flatMap(analysisFilesOf));
    const files = [...retainedRows, ...analysisFiles].map(({ file }) => JSON.parse(file) as FileRow);
    for (const chunk of batches(files)) await trx.insertInto('files').values(chunk).execute();
    for (const chunk of batches(analyses)) await trx.insertInto('audio_analyses').values(chunk).execute();
    servedKeys.push(...files.map(({ key }) => key));
  }
  return servedKeys;
}

const deleteRetained = (trx: Transaction<Schema>, keys: readonly string[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : trx.deleteFrom('retained_files').where('key', 'in', keys).returningAll().execute();

/** Returns those of the keys that are retained and not served. */
export async function retainedFiles(db: Kysely<Schema>, keys: readonly string[]): Promise<Set<string>> {
  const retainedKeys = new Set<string>();
  for (const batch of batches(keys)) {
    const rows = await db.selectFrom('retained_files').select('key').where('key', 'in', batch).execute();
    for (const { key } of rows) retainedKeys.add(key);
  }
  return retainedKeys;
}
