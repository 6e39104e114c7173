import { Alert, Anchor, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { z } from 'zod';
import {
  type AuditLogActor,
  auditLogActions,
  auditLogActor,
  auditLogEndpoints,
  auditLogEntry,
  auditLogKinds,
} from '#contract/audit-log/audit-log';
import { readData } from '#web/core/api/client.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EntryList } from '#web/core/components/audit-log-entries.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import classes from './reports-screen.module.css';
import { useCsv } from './use-csv.ts';
import { countFormat } from '#web/core/lib/formats.ts';

const all = { actor_id: '', kind: '', action: '', from: '', to: '', cause_id: '' };

/** Returns the start of a day in the time zone of the browser, plus a number of days; undefined for invalid text. */
function isoTimeOf(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || year === undefined || month === undefined || date === undefined)
    return undefined;
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

const readActors: Read<AuditLogActor[]> = async (client, signal) =>
  z.array(auditLogActor).parse(readData(await client.call({ ...auditLogEndpoints.actors, signal })));

/** The audit log: all changes with user and time, each with a link to its comparison. */
export function AuditLogSection() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery(all);
  const { value: actors = [] } = useRemoteRead(readActors, { attempted_action: t('reports.loadFailed') });
  const auditLogQuery = useMemo(
    () => ({ ...query, from: isoTimeOf(query.from, 0), to: isoTimeOf(query.to, 1) }),
    [query],
  );
  const list = useRemoteList(auditLogEndpoints.list, {
    item: auditLogEntry,
    query: auditLogQuery,
    options: {
      goTo,
      attempted_action: t('reports.loadFailed'),
    },
  });
  const download = useCsv();
  const users = actors.map(({ actor }) =>
    actor ? { value: String(actor.id), label: actor.name } : { value: '0', label: t('reports.server') },
  );
  const isKnown = query.actor_id === '' || users.some(({ value }) => value === query.actor_id);
  const number = countFormat(useLocale());

  return (
    <>
      <search aria-label={t('ui.filters')} className={classes['filters']}>
        <NativeSelect
          label={t('reports.user')}
          value={query.actor_id}
          onChange={({ currentTarget: { value } }) => change({ actor_id: value })}
          data={[
            { value: '', label: t('reports.allUsers') },
            ...users,
            ...(isKnown
              ? []
              : [{ value: query.actor_id, label: t('reports.userOf', { id: query.actor_id }) }]),
          ]}
        />
        <NativeSelect
          label={t('reports.kind')}
          value={query.kind}
          onChange={({ currentTarget: { value } }) => change({ kind: value })}
          data={[
            { value: '', label: t('reports.allKinds') },
            ...auditLogKinds.map((name) => ({ value: name as string, label: t(`history.kinds.${name}`) })),
          ]}
        />
        <NativeSelect
          label={t('reports.action')}
          value={query.action}
          onChange={({ currentTarget: { value } }) => change({ action: value })}
          data={[
            { value: '', label: t('reports.allActions') },
            ...auditLogActions.map((name) => ({
              value: name as string,
              label: t(`reports.actionNames.${name}`),
            })),
          ]}
        />
        <TextInput
          type="date"
          label={t('reports.from')}
          value={query.from}
          max={query.to}
          onChange={({ currentTarget: { value } }) => change({ from: value })}
        />
        <TextInput
          type="date"
          label={t('reports.to')}
          value={query.to}
          min={query.from}
          onChange={({ currentTarget: { value } }) => change({ to: value })}
        />
      </search>
      {query.cause_id !== '' && (
        <Alert color="gray" mb="md">
          {t('reports.followers', { id: query.cause_id })}{' '}
          <Anchor component={Link} to={`/history/entries/${query.cause_id}`}>
            {t('history.cause')}
          </Anchor>
        </Alert>
      )}
      <div className={classes['bar']}>
        <Text component="output" size="sm" c="dimmed">
          {list.hasLoaded && t('reports.entries', { count: list.total, total: number.format(list.total) })}
        </Text>
        {isFiltered && (
          <Button size="compact-sm" variant="default" onClick={() => change(all)}>
            {t('reports.resetFilters')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('reports.csvOf', { title: t('reports.auditLog') })}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => {
            const { page: _page, items_per_page: _size, ...filter } = auditLogQuery;
            void download(auditLogEndpoints.csv.path, filter, 'auditLog');
          }}
        >
          {t('reports.csv')}
        </Button>
      </div>
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        pagers="below"
        variant="cards"
        empty={
          <EmptyState
            icon={<IconHistory size={32} stroke={1.3} />}
            title={t('reports.noEntries')}
            text={t(isFiltered ? 'reports.emptyAuditLog' : 'reports.emptyLog')}
          />
        }
      >
        <EntryList entries={list.items} showsRecord />
      </PagedList>
    </>
  );
}
