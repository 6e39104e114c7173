import { useTranslation } from 'react-i18next';
import type { Analytics, AnalyticsPeriod } from '#contract/analytics/analytics';
import classes from './analytics-screen.module.css';
import { ChartCard } from './chart-card.tsx';
import { colors, MAX_BARS, SeriesChart } from './series-chart.ts';
import type { FigureRow } from './figure-table.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { decimalFormat, percentFormat, periodFormat, signedFormat } from '#web/core/lib/formats.ts';
import { GroupCards } from './group-cards.tsx';
import { MatrixCard } from './matrix-card.tsx';
import { UsersCard } from './users-card.tsx';
import type { View } from './view.ts';

const HOUR = 3_600;

/** All charts of the screen, each with a title that summarizes its figures. */
export function AnalyticsCharts({ figures, view }: { readonly figures: Analytics; readonly view: View }) {
  const { t } = useTranslation();
  const { periods, interval, matrix, lengths, deliveries, delivered } = figures;
  const locale = useLocale();
  const number = decimalFormat(locale);
  const percent = percentFormat(locale);
  const signedNumber = signedFormat(locale);
  const format = (value: number) => number.format(value);
  const isMonth = interval === 'month';
  const dayFormat = periodFormat(locale, { isMonth, usage: 'axis' });
  const dayOf = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));
  const fullDayFormat = periodFormat(locale, { isMonth, usage: 'table' });
  const fullDayOf = (day: string) => fullDayFormat.format(new Date(`${day}T00:00:00Z`));
  const first = t(`analytics.grains.${interval}`);
  const end = periods.at(-1);
  const sumOf = (name: 'added' | 'changed' | 'deleted') =>
    periods.reduce((sum, period) => sum + period[name], 0);

  type Series = { name: string; label: string; of: (period: AnalyticsPeriod) => number };
  const overTime = (series: readonly Series[]) => ({
    columns: [first, ...series.map(({ label }) => label)],
    rows: periods.map(
      (period): FigureRow => ({
        fileName: period.starts_on,
        cells: [fullDayOf(period.starts_on), ...series.map(({ of }) => of(period))],
      }),
    ),
    chart: {
      data: periods.map((period) => ({
        label: dayOf(period.starts_on),
        ...Object.fromEntries(series.map(({ name, of }) => [name, of(period)])),
      })),
      series: series.map(({ name, label }, index) => ({ name, label, color: colors[index] ?? colors[0] })),
      format,
    },
  });
  /** Returns the difference of a number between the first and the last period. */
  const formatChange = (of: (period: AnalyticsPeriod) => number) => {
    const start = periods[0];
    return signedNumber.format(end && start ? of(end) - of(start) : 0);
  };

  const books = overTime([{ name: 'books', label: t('analytics.books'), of: (period) => period.books }]);
  const hoursOf = (period: AnalyticsPeriod) => Math.round((period.seconds / HOUR) * 10) / 10;
  const hours = overTime([{ name: 'hours', label: t('analytics.hours'), of: hoursOf }]);
  const words = overTime([{ name: 'words', label: t('analytics.words'), of: (period) => period.words }]);
  const work = overTime([
    { name: 'added', label: t('analytics.added'), of: (period) => period.added },
    { name: 'changed', label: t('analytics.changed'), of: (period) => period.changed },
    { name: 'deleted', label: t('analytics.deleted'), of: (period) => period.deleted },
  ]);
  const completeness = overTime([
    { name: 'covers', label: t('analytics.withCover'), of: (period) => period.with_cover },
    { name: 'audio', label: t('analytics.withAudio'), of: (period) => period.with_audio },
    { name: 'text', label: t('analytics.withText'), of: (period) => period.with_text },
    { name: 'chapters', label: t('analytics.withChapters'), of: (period) => period.with_chapters },
  ]);
  const share = (count: number) => percent.format(end && end.books > 0 ? count / end.books : 0);
  const hasBooks = periods.some((period) => period.books > 0);
  const hasNoChanges = periods.every(({ added, changed, deleted }) => added + changed + deleted === 0);

  return (
    <div className={classes['grid']}>
      <ChartCard
        {...books}
        file="books"
        isEmpty={!hasBooks}
        title={
          hasBooks
            ? t('analytics.titles.books', {
                count: end?.books ?? 0,
                change: formatChange((period) => period.books),
              })
            : t('analytics.titles.noBooks')
        }
      >
        <SeriesChart kind="lines" {...books.chart} />
      </ChartCard>
      <ChartCard
        {...hours}
        file="hours"
        isEmpty={!hasBooks}
        title={
          hasBooks
            ? t('analytics.titles.hours', {
                hours: format(end ? hoursOf(end) : 0),
                change: formatChange(hoursOf),
              })
            : t('analytics.titles.noHours')
        }
      >
        <SeriesChart kind="lines" {...hours.chart} />
      </ChartCard>
      <ChartCard
        {...words}
        file="words"
        isEmpty={!hasBooks}
        title={
          hasBooks
            ? t('analytics.titles.words', {
                words: format(end?.words ?? 0),
                change: formatChange((period) => period.words),
              })
            : t('analytics.titles.noWords')
        }
      >
        <SeriesChart kind="lines" {...words.chart} />
      </ChartCard>
      <ChartCard
        {...work}
        file="changes"
        isEmpty={hasNoChanges}
        title={t('analytics.titles.work', {
          added: format(sumOf('added')),
          changed: format(sumOf('changed')),
          deleted: format(sumOf('deleted')),
        })}
      >
        <SeriesChart kind="columns" {...work.chart} />
      </ChartCard>
      <ChartCard
        {...completeness}
        file="completeness"
        isEmpty={!hasBooks}
        title={
          hasBooks
            ? t('analytics.titles.completeness', {
                covers: share(end?.with_cover ?? 0),
                audio: share(end?.with_audio ?? 0),
                text: share(end?.with_text ?? 0),
                chapters: share(end?.with_chapters ?? 0),
              })
            : t('analytics.titles.noCompleteness')
        }
      >
        <SeriesChart kind="lines" {...completeness.chart} />
      </ChartCard>
      <LengthsCard lengths={lengths} format={format} />
      <MatrixCard matrix={matrix} isBackup={view.is_backup} />
      <GroupCards view={view} format={format} />
      <DeliveriesCard
        deliveries={deliveries}
        first={first}
        dayOf={dayOf}
        fullDayOf={fullDayOf}
        format={format}
        share={(count, whole) => percent.format(whole > 0 ? count / whole : 0)}
      />
      <DeliveredCard delivered={delivered} format={format} />
      <UsersCard from={view.from} to={view.to} format={format} />
    </div>
  );
}

interface LengthsCardProps {
  readonly lengths: Analytics['lengths'];
  readonly format: (value: number) => string;
}

function LengthsCard({ lengths, format }: LengthsCardProps) {
  const { t } = useTranslation();
  const rows = lengths.map(({ from_minutes, books }, index) => {
    const to = lengths[index + 1]?.from_minutes;
    const label =
      from_minutes === null
        ? t('analytics.noLength')
        : to === undefined || to === null
          ? t('analytics.beyondMinutes', { from: from_minutes })
          : t('analytics.fromMinutes', { from: from_minutes, to });
    return { label, books };
  });
  const [most] = rows.toSorted((a, b) => b.books - a.books);
  const isEmpty = !most || most.books === 0;
  return (
    <ChartCard
      file="lengths"
      isEmpty={isEmpty}
      title={
        isEmpty ? t('analytics.titles.noLengths') : t('analytics.titles.lengths', { length: most.label })
      }
      columns={[t('analytics.length'), t('analytics.books')]}
      rows={rows.map(({ label, books }) => ({ cells: [label, books] }))}
    >
      <SeriesChart
        kind="bars"
        data={rows}
        series={[{ name: 'books', label: t('analytics.books'), color: colors[0] }]}
        format={format}
      />
    </ChartCard>
  );
}

interface DeliveriesCardProps {
  readonly deliveries: Analytics['deliveries'];
  readonly first: string;
  readonly dayOf: (day: string) => string;
  readonly fullDayOf: (day: string) => string;
  readonly format: (value: number) => string;
  readonly share: (count: number, whole: number) => string;
}

function DeliveriesCard({ deliveries, first, dayOf, fullDayOf, format, share }: DeliveriesCardProps) {
  const { t } = useTranslation();
  const calls = deliveries.reduce((sum, row) => sum + row.calls, 0);
  const unchangedCount = deliveries.reduce((sum, row) => sum + row.unchanged, 0);
  return (
    <ChartCard
      file="deliveries"
      isEmpty={calls === 0}
      title={
        calls === 0
          ? t('analytics.titles.noDeliveries')
          : t('analytics.titles.deliveries', { calls: format(calls), share: share(unchangedCount, calls) })
      }
      columns={[first, t('analytics.calls'), t('analytics.unchanged')]}
      rows={deliveries.map((row) => ({
        fileName: row.starts_on,
        cells: [fullDayOf(row.starts_on), row.calls, row.unchanged],
      }))}
    >
      <SeriesChart
        kind="lines"
        data={deliveries.map((row) => ({
          label: dayOf(row.starts_on),
          calls: row.calls,
          unchanged: row.unchanged,
        }))}
        series={[
          { name: 'calls', label: t('analytics.calls'), color: colors[0] },
          { name: 'unchanged', label: t('analytics.unchanged'), color: colors[1] },
        ]}
        format={format}
      />
    </ChartCard>
  );
}

function DeliveredCard({
  delivered,
  format,
}: {
  readonly delivered: Analytics['delivered'];
  readonly format: (value: number) => string;
}) {
  const { t } = useTranslation();
  const rows = delivered.map(({ id, title, calls, unchanged }) => ({
    label: title ?? t('analytics.deletedHome', { id }),
    calls,
    unchanged,
  }));
  const [most] = rows;
  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <ChartCard
      file="home-screens"
      title={
        most
          ? t('analytics.titles.delivered', {
              name: most.label,
              calls: format(most.calls),
              total: format(total),
            })
          : t('analytics.titles.noDelivered')
      }
      isEmpty={!most}
      columns={[t('analytics.homeScreen'), t('analytics.calls'), t('analytics.unchanged')]}
      rows={rows.map(({ label, calls, unchanged }) => ({ cells: [label, calls, unchanged] }))}
    >
      <SeriesChart
        kind="bars"
        data={rows
          .slice(0, MAX_BARS)
          .map(({ label, calls, unchanged }) => ({ label, answered: calls - unchanged, unchanged }))}
        series={[
          { name: 'answered', label: t('analytics.answered'), color: colors[0] },
          { name: 'unchanged', label: t('analytics.unchanged'), color: colors[1] },
        ]}
        format={format}
      />
    </ChartCard>
  );
}
