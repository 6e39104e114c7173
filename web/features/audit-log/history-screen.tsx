import { Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { auditLogEntry } from '#contract/audit-log/audit-log';
import { type ResourceName, resourceNames } from '#contract/core/permissions';
import { BackLink } from '#web/core/components/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { NotFoundState } from '#web/core/components/not-found-state.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { EntryList } from '#web/core/components/audit-log-entries.tsx';
import { historyEndpoints } from '#web/core/components/history/history-endpoints.ts';

/** The history of the record in the address, newest first. */
export function HistoryScreen() {
  const { t } = useTranslation();
  const { kind: kindInAddress, id } = useParams();
  const kind = resourceNames.find((name) => name === kindInAddress);
  if (kind !== undefined) return <RecordHistory kind={kind} id={Number(id)} />;
  return (
    <>
      <Title order={1} mb="md">
        {t('history.heading')}
      </Title>
      <NotFoundState message={t('history.unknownTitle')} text={t('history.unknownText')} list="/reports" />
    </>
  );
}

interface RecordHistoryProps {
  readonly kind: ResourceName;
  readonly id: number;
}

function RecordHistory({ kind, id }: RecordHistoryProps) {
  const { t } = useTranslation();
  const { query, goTo } = useListQuery({});
  const endpoint = historyEndpoints(kind, id).history;
  const list = useRemoteList(endpoint, {
    item: auditLogEntry,
    query,
    options: {
      goTo,
      attempted_action: t('history.loadFailed'),
    },
  });
  const [first] = list.items;
  return (
    <>
      <BackLink to={`/${kind}`}>{t(`history.kinds.${kind}`)}</BackLink>
      <Title order={1} mb="md">
        {first ? t('history.of', { name: first.record.name }) : t('history.heading')}
      </Title>
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        pagers="below"
        variant="cards"
        empty={
          <EmptyState
            icon={<IconHistory size={32} stroke={1.3} />}
            title={t('history.emptyTitle')}
            text={t('history.emptyText')}
          />
        }
      >
        <EntryList entries={list.items} />
      </PagedList>
    </>
  );
}
