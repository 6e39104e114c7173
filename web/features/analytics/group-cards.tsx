import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AnalyticsDimension,
  type AnalyticsGroups,
  analyticsDimensions,
  analyticsGroups,
  analyticsGroupsEndpoint,
} from '#contract/analytics/analytics';
import { languageFromFilter } from '#contract/core/languages';
import { readData } from '#web/core/api/client.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { type BooksAddress, booksAddress } from '#web/core/lib/books-address.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ChartCard } from './chart-card.tsx';
import { MAX_BARS, SeriesChart, colors } from './series-chart.ts';
import type { View } from './view.ts';

const HOUR = 3_600;
const hoursOf = (seconds: number): number => Math.round((seconds / HOUR) * 10) / 10;

type Filters = Pick<View, 'language' | 'category_code' | 'is_backup'>;

const readerOf =
  (by: AnalyticsDimension, filters: Filters): Read<AnalyticsGroups> =>
  async (client, signal) =>
    analyticsGroups.parse(
      readData(await client.call({ ...analyticsGroupsEndpoint, query: { by, ...filters }, signal })),
    );

const idFilters: Readonly<Record<AnalyticsDimension, (id: number) => BooksAddress>> = {
  author: (id) => ({ contributor_id: id, contributor_role: 'author' }),
  narrator: (id) => ({ contributor_id: id, contributor_role: 'narrator' }),
  series: (id) => ({ series_id: id }),
  imprint: (id) => ({ imprint_id: id }),
};

/** Returns the address of the books that a group counts. */
const booksOfGroup = (by: AnalyticsDimension, id: number, { language, category_code, is_backup }: Filters) =>
  booksAddress({
    ...idFilters[by](id),
    language: language === '' ? '' : languageFromFilter(language),
    type: is_backup,
    ...(category_code !== '' && { category: `category:${category_code}` }),
  });

export interface GroupCardsProps {
  readonly view: View;
  readonly format: (value: number) => string;
}

/** The number of books and hours by author, narrator, series and imprint. The range has no effect. */
export const GroupCards = ({ view, format }: GroupCardsProps) =>
  analyticsDimensions.map((by) => <GroupCard key={by} by={by} view={view} format={format} />);

function GroupCard({ by, view, format }: GroupCardsProps & { readonly by: AnalyticsDimension }) {
  const { t } = useTranslation();
  const { language, category_code, is_backup } = view;
  const filters = useMemo(
    () => ({ language, category_code, is_backup }),
    [language, category_code, is_backup],
  );
  const { value, apiError, retry } = useRemoteRead(
    useMemo(() => readerOf(by, filters), [by, filters]),
    { attempted_action: t('analytics.loadFailed') },
  );
  // The previous figures stay visible while others are read.
  const [last, setLast] = useState({ groups: value, filters });
  if (value && value !== last.groups) setLast({ groups: value, filters });
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!last.groups) return null;
  const { items, total } = last.groups;
  const [most] = items;
  const columns = [t(`analytics.groups.${by}`), t('analytics.books'), t('analytics.hours')];
  return (
    <ChartCard
      file={`books-by-${by}`}
      isEmpty={!most}
      title={
        most
          ? t(`analytics.titles.groups.${by}`, {
              name: most.name,
              count: most.books,
              books: format(most.books),
              hours: format(hoursOf(most.seconds)),
            })
          : t(`analytics.titles.noGroups.${by}`)
      }
      columns={columns}
      rows={items.map(({ id, name, books, seconds }) => ({
        cells: [name, books, hoursOf(seconds)],
        to: booksOfGroup(by, id, last.filters),
      }))}
      note={
        total > items.length
          ? t('analytics.onlyFirst', { count: items.length, total: format(total) })
          : undefined
      }
    >
      <SeriesChart
        kind="bars"
        data={items.slice(0, MAX_BARS).map(({ name, books }) => ({ label: name, books }))}
        series={[{ name: 'books', label: t('analytics.books'), color: colors[0] }]}
        format={format}
      />
    </ChartCard>
  );
}
