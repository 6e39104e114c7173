import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type WorkByUser, workByUser, workByUserEndpoint } from '#contract/analytics/analytics';
import { readData } from '#web/core/api/client.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { ChartCard } from './chart-card.tsx';
import { colors, MAX_BARS, SeriesChart } from './series-chart.ts';

const readerOf =
  (query: { readonly from: string; readonly to: string }): Read<WorkByUser> =>
  async (client, signal) =>
    workByUser.parse(readData(await client.call({ ...workByUserEndpoint, query, signal })));

const names = ['created', 'changed', 'deleted', 'restored'] as const;

export interface UsersCardProps {
  readonly from: string;
  readonly to: string;
  readonly format: (value: number) => string;
}

/** The number of changes by user, for users who can read the audit log. The filters of books do not apply. */
export function UsersCard({ from, to, format }: UsersCardProps) {
  const { t } = useTranslation();
  const mayRead = usePermission('reports:read');
  const { value } = useRemoteRead(
    useMemo(() => (mayRead ? readerOf({ from, to }) : undefined), [mayRead, from, to]),
    { attempted_action: t('analytics.loadFailed') },
  );
  if (!value) return null;
  const rows = value.users.map((userRow) => ({
    ...userRow,
    name: userRow.actor?.name ?? t('analytics.server'),
    count: names.reduce((sum, name) => sum + userRow[name], 0),
  }));
  const [most] = rows;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartCard
      file="people"
      isEmpty={!most}
      title={
        most
          ? t('analytics.titles.users', {
              name: most.name,
              writes: format(most.count),
              total: format(total),
            })
          : t('analytics.titles.noUsers')
      }
      columns={[t('analytics.user'), ...names.map((name) => t(`analytics.${name}`))]}
      rows={rows.map((row) => ({
        cells: [row.name, ...names.map((name) => row[name])],
        to: `/reports?${new URLSearchParams({ show: 'auditLog', actor_id: String(row.actor?.id ?? 0), from, to }).toString()}`,
      }))}
    >
      <SeriesChart
        kind="bars"
        data={rows.slice(0, MAX_BARS).map(({ name, created, changed, deleted, restored }) => ({
          label: name,
          created,
          changed,
          deleted,
          restored,
        }))}
        series={names.map((name, index) => ({
          name,
          label: t(`analytics.${name}`),
          color: colors[index] ?? colors[0],
        }))}
        format={format}
      />
    </ChartCard>
  );
}
