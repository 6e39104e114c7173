import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditLogEndpoints, type AuditLogSummary, auditLogSummary } from '#contract/audit-log/audit-log';
import { readData } from '#web/core/api/client.ts';
import { useAfterUndo } from '#web/core/components/use-after-undo.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';

const readerOf =
  (from: string): Read<AuditLogSummary> =>
  async (client, signal) =>
    auditLogSummary.parse(
      readData(await client.call({ ...auditLogEndpoints.summary, query: { from }, signal })),
    );

/** Returns the start of yesterday in the time zone of the browser. */
export function startOfYesterday(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
}

/** Returns a day for the filters of the audit log, such as "2030-01-31". */
export function dayOf(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Reads the changes since yesterday, and reads them again after every undo. */
export function useChanges() {
  const { t } = useTranslation();
  const since = useMemo(() => startOfYesterday(), []);
  const read = useMemo(() => readerOf(since.toISOString()), [since]);
  const remote = useRemoteRead(read, { attempted_action: t('dashboard.changesFailed') });
  useAfterUndo(remote.retry);
  return { ...remote, since };
}
