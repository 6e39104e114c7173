import { Loader, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { journalEndpoints, type JournalEntry, journalEntry } from '#contract/journal';
import { readData } from '../../api/client.ts';
import { LoadAlert } from '../../ui/load-alert.tsx';
import { EntryList } from '../../widgets/journal-entries.tsx';
import { usePermission } from '../../widgets/use-permission.ts';
import { type Read, useRemoteRead } from '../../widgets/use-remote-read.ts';

const SHOWN = 10;
const page = z.object({ items: z.array(journalEntry) });

/** What somebody did in the catalogue, the latest of it, for those who may read the journal. */
export function UserJournal({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const mayRead = usePermission('reports:read');
  const read = useCallback<Read<readonly JournalEntry[]>>(
    async (client, signal) => {
      const query = { actor_id: id, page: 1, items_per_page: SHOWN };
      return page.parse(readData(await client.call({ ...journalEndpoints.list, query, signal }))).items;
    },
    [id],
  );
  const { value, failure, retry } = useRemoteRead(mayRead ? read : undefined, { tried: t('user.didFailed') });
  if (!mayRead) return <Text c="dimmed">{t('user.didForbidden')}</Text>;
  if (failure) return <LoadAlert message={failure.message} onRetry={retry} />;
  if (!value) return <Loader size="sm" aria-label={t('ui.loading')} />;
  if (value.length === 0) return <Text c="dimmed">{t('user.didNothing')}</Text>;
  return <EntryList entries={value} showsRecord />;
}
