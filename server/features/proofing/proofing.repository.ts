import type { Kysely } from 'kysely';
import type { ProofingReport, ProofingSync } from '#contract/proofing/proofing';
import { proofingReportOf } from '#contract/proofing/proofing-report';
import type { Schema } from '#server/core/db/schema';
import { analysesOfBook } from '#server/features/audio/audio-analysis-rows';
import { alignKind } from '#server/features/book-content/align-order';
import { readBookContent } from '#server/features/book-content/book-content-rows';

/** Returns the sync of a book that is running, or the last one if it failed. */
async function syncOf(db: Kysely<Schema>, bookId: number): Promise<ProofingSync | null> {
  const job = await db
    .selectFrom('jobs')
    .select(['state', 'progress', 'stage', 'error'])
    .where('kind', '=', alignKind)
    .where('subject_id', '=', String(bookId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!job || job.state === 'done' || job.state === 'cancelled') return null;
  const { state, progress, stage, error } = job;
  return state === 'failed'
    ? { state, progress, stage, error }
    : { state: 'running', progress, stage, error: null };
}

/** Computes the proofing report of a book from its current content and audio analyses. @throws AppError 404 */
export async function readProofingReport(db: Kysely<Schema>, bookId: number): Promise<ProofingReport> {
  const content = await readBookContent(db, bookId, true);
  const analyses = (await analysesOfBook(db, bookId, true)) ?? [];
  return proofingReportOf(content, analyses, await syncOf(db, bookId));
}
