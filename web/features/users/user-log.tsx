import { Anchor, Loader, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { z } from 'zod';
import { type SecurityEvent, securityEvent, securityLogEndpoint } from '#contract/users/security-log';
import { readData } from '#web/core/api/client.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { SecurityLogTable } from './security-log-table.tsx';

const SHOWN = 10;
const page = z.object({ items: z.array(securityEvent) });

/** The latest entries of the security log about or by a user. */
export function UserLog({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const read = useCallback<Read<readonly SecurityEvent[]>>(
    async (client, signal) => {
      const query = { user_id: id, page: 1, items_per_page: SHOWN };
      return page.parse(readData(await client.call({ ...securityLogEndpoint, query, signal }))).items;
    },
    [id],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('securityLog.fetchFailed') });
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value) return <Loader size="sm" aria-label={t('ui.loading')} />;
  if (value.length === 0) return <Text c="dimmed">{t('user.noLog')}</Text>;
  return (
    <>
      <SecurityLogTable events={value} />
      <Anchor component={Link} to={`/settings/security-log?user_id=${id}`} mt="sm" display="inline-block">
        {t('user.wholeLog')}
      </Anchor>
    </>
  );
}
