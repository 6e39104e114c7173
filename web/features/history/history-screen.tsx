import { Anchor, Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { journalEntry } from '#contract/journal';
import { resourceNames } from '#contract/permissions';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../../widgets/paged-list.tsx';
import { useListQuery } from '../../widgets/use-list-query.ts';
import { useRemoteList } from '../../widgets/use-remote-list.ts';
import { EntryList } from '../../widgets/journal-entries.tsx';
import { historyEndpoints } from '../../widgets/history/history-endpoints.ts';

/** What has happened to one record, the newest first. */
export function HistoryScreen() {
  const { t } = useTranslation();
  const { kind: named, id } = useParams();
  const kind = resourceNames.find((name) => name === named) ?? 'books';
  const { query, goTo } = useListQuery({});
  const endpoint = historyEndpoints(kind, Number(id)).history;
  const list = useRemoteList(endpoint, journalEntry, query, { goTo, tried: t('history.loadFailed') });
  const [first] = list.items;
  return (
    <>
      <Title order={1}>{first ? t('history.of', { name: first.record.name }) : t('history.heading')}</Title>
      <Text mb="md">
        <Anchor component={Link} to={`/${kind}`}>
          {t(`history.kinds.${kind}`)}
        </Anchor>
      </Text>
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
