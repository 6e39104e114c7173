import { Loader, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { auditLogEndpoints, type AuditLogEntry, auditLogEntry } from '#contract/audit-log/audit-log';
import { readData } from '#web/core/api/client.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { EntryList } from '#web/core/components/audit-log-entries.tsx';
import { usePermission } from '#web/core/components/use-permission.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';

const SHOWN = 10;
const page = z.object({ items: z.array(auditLogEntry) });

/** The latest changes of a user in the catalogue, for users who can read the audit log. */
export function UserAuditLog({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const mayRead = usePermission('reports:read');
  const read = useCallback<Read<readonly AuditLogEntry[]>>(
    async (client, signal) => {
      const query = { actor_id: id, page: 1, items_per_page: SHOWN };
      return page.parse(readData(await client.call({ ...auditLogEndpoints.list, query, signal }))).items;
    },
    [id],
  );
  const { value, apiError, retry } = useRemoteRead(mayRead ? read : undefined, {
    attempted_action: t('user.didFailed'),
  });
  if (!mayRead) return <Text c="dimmed">{t('user.didForbidden')}</Text>;
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value) return <Loader size="sm" aria-label={t('ui.loading')} />;
  if (value.length === 0) return <Text c="dimmed">{t('user.didNothing')}</Text>;
  return <EntryList entries={value} showsRecord />;
}
