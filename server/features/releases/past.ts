import { knownErrors } from '#contract/core/errors';
import { releaseLimits } from '#contract/releases/releases';
import { MANY, headOf } from '#server/core/audit-log/write-audit-log';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { fieldError } from '#server/core/errors';
import { undoRecordEntry } from '#server/features/audit-log/undo';
import { seriesEntriesOf, undoSeriesEntries } from '#server/features/audit-log/undo-series';
import { type ReleaseView, serveRows } from './release-view.ts';
import type { ReleaseServiceDeps } from './releases.service.ts';

/**
 * Returns the catalogue of a transaction to an earlier time, by undoing the entries of the audit log since then.
 * @throws AppError 422 if the audit log was truncated since, or has too many entries
 */
export async function returnTo(
  view: ReleaseView,
  { lifeOf }: Pick<ReleaseServiceDeps, 'lifeOf'>,
  time: string,
): Promise<void> {
  const { trx } = view;
  await lockCatalogue(trx);
  const anchor = await trx.selectFrom('audit_log_anchor').select(['entry_id', 'at']).executeTakeFirst();
  if (anchor && anchor.entry_id > 0 && anchor.at > time)
    throw fieldError('at', knownErrors.previewTimeUnknown);
  const { id: head } = await headOf(trx);
  const entries: AuditLogRow[] = [];
  for (let last = head; ; ) {
    const batch = await trx
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '<=', last)
      .orderBy('id', 'desc')
      .limit(500)
      .execute();
    const since = batch.filter((entry) => entry.at > time);
    entries.push(...since);
    if (entries.length > releaseLimits.maxPastChanges)
      throw fieldError('at', knownErrors.previewTimeFar(releaseLimits.maxPastChanges));
    if (since.length < 500) break;
    last = (batch.at(-1)?.id ?? 0) - 1;
  }
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const isOfMany = async (causeId: number) => {
    const cause =
      byId.get(causeId) ??
      (await trx.selectFrom('audit_log').select('record_id').where('id', '=', causeId).executeTakeFirst());
    return cause?.record_id === MANY;
  };
  for (const entry of entries) {
    // Home screens show no publishers. A book that created one leaves it, so its earlier name can be in use.
    if (entry.record_id === MANY || entry.kind === 'publishers') continue;
    // The undo of the cause also undoes what followed from it.
    if (entry.cause_id !== null && !(await isOfMany(entry.cause_id))) continue;
    const purgedError = () => fieldError('at', knownErrors.previewTimePurged(entry.name));
    if (entry.action === 'purged') throw purgedError();
    const restoreFiles = serveRows(trx);
    const seriesEntries = await seriesEntriesOf(trx, entry);
    await undoRecordEntry(trx, { life: lifeOf(entry.kind), entry, restoreFiles, purgedError });
    await undoSeriesEntries(trx, {
      entries: seriesEntries,
      life: lifeOf('series'),
      undoId: (await headOf(trx)).id,
      bookId: entry.record_id,
      restoreFiles,
    });
  }
}
