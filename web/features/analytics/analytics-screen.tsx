import { Alert, Button, Loader, NativeSelect, TextInput, Title } from '@mantine/core';
import { IconChartDots3, IconHourglass } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type Analytics, analyticsEndpoint, analyticsReport } from '#contract/analytics/analytics';
import { languages } from '#contract/core/languages';
import { readData } from '#web/core/api/client.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { AnalyticsCharts } from './analytics-charts.tsx';
import classes from './analytics-screen.module.css';
import { type RangeName, type View, ranges, toParameters, viewOf } from './view.ts';

const readerOf =
  ({ range: _range, ...query }: View): Read<Analytics> =>
  async (client, signal) =>
    analyticsReport.parse(readData(await client.call({ ...analyticsEndpoint, query, signal })));

/** The growth of the catalogue, and the deliveries of home screens. The address contains the filters. */
export function AnalyticsScreen() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const [now] = useState(() => new Date());
  const text = parameters.toString();
  const view = useMemo(() => viewOf(new URLSearchParams(text), now), [text, now]);
  const { value, apiError, retry } = useRemoteRead(
    useMemo(() => readerOf(view), [view]),
    { attempted_action: t('analytics.loadFailed') },
  );
  const [last, setLast] = useState<Analytics>();
  if (value && value !== last) setLast(value);
  const change = (changes: Partial<View>) => setParameters(toParameters({ ...view, ...changes }));

  return (
    <>
      <Title order={1} mb="sm">
        {t('analytics.heading')}
      </Title>
      <AnalyticsFilters view={view} onChange={change} />
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !last && <Loader aria-label={t('analytics.loading')} />}
      {!apiError && last && (
        <div aria-busy={value === undefined}>
          {last.remaining > 0 && (
            <Alert icon={<IconHourglass size={18} />} color="gray" mb="md">
              {t('analytics.remaining', { count: last.remaining })}
            </Alert>
          )}
          {last.matrix.length === 0 && last.periods.every(({ books, deleted }) => books + deleted === 0) && (
            <EmptyState
              icon={<IconChartDots3 size={32} stroke={1.3} />}
              title={t('analytics.emptyTitle')}
              text={t('analytics.emptyText')}
            >
              <Button component={Link} to="/books" size="xs">
                {t('analytics.viewBooks')}
              </Button>
            </EmptyState>
          )}
          <AnalyticsCharts figures={last} view={view} />
        </div>
      )}
    </>
  );
}

interface FiltersProps {
  readonly view: View;
  readonly onChange: (changes: Partial<View>) => void;
}

function AnalyticsFilters({ view, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const options = useCategoryOptions();
  const names = Object.keys(ranges) as RangeName[];
  return (
    <search aria-label={t('analytics.filters')} className={classes['filters']}>
      <NativeSelect
        label={t('analytics.range')}
        value={view.range}
        onChange={({ currentTarget: { value } }) => onChange({ range: value as View['range'] })}
        data={[...names, 'own' as const].map((name) => ({
          value: name,
          label: t(`analytics.ranges.${name}`),
        }))}
      />
      <TextInput
        type="date"
        label={t('analytics.from')}
        value={view.from}
        max={view.to}
        onChange={({ currentTarget: { value } }) => value !== '' && onChange({ range: 'own', from: value })}
      />
      <TextInput
        type="date"
        label={t('analytics.to')}
        value={view.to}
        min={view.from}
        onChange={({ currentTarget: { value } }) => value !== '' && onChange({ range: 'own', to: value })}
      />
      <NativeSelect
        label={t('analytics.language')}
        value={view.language}
        onChange={({ currentTarget: { value } }) => onChange({ language: value })}
        data={[
          { value: '', label: t('analytics.allLanguages') },
          ...languages.map(({ short, label }) => ({ value: short as string, label: label as string })),
        ]}
      />
      <NativeSelect
        label={t('analytics.category')}
        value={view.category_code}
        onChange={({ currentTarget: { value } }) => onChange({ category_code: value })}
        data={[
          { value: '', label: t('analytics.allCategories') },
          ...options.categories.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <NativeSelect
        label={t('analytics.service')}
        value={view.is_backup}
        onChange={({ currentTarget: { value } }) => onChange({ is_backup: value })}
        data={[
          { value: '', label: t('analytics.allServices') },
          { value: '0', label: t('analytics.mainService') },
          { value: '1', label: t('analytics.backupService') },
        ]}
      />
    </search>
  );
}
