import { Loader, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePermission } from '#web/core/components/use-permission.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { AttentionCard } from './attention-card.tsx';
import { ChangesCard } from './changes-card.tsx';
import classes from './dashboard-screen.module.css';
import { LongestBookCard } from './longest-book-card.tsx';
import { RecentCard } from './recent-card.tsx';
import { ReportCard } from './report-card.tsx';
import { StartChecklist } from './start-checklist.tsx';
import today from './today.module.css';
import { useReports } from './use-reports.ts';

/* Loaded together with this screen, while the reports are read. */
const loadChart = async () => (await import('./report-chart.tsx')).ReportChart;
const ReportChart = createLazyComponent(loadChart);
// After an error the code is loaded again when a chart is rendered.
void loadChart().catch(() => undefined);

export function DashboardScreen() {
  const { t } = useTranslation();
  const reports = useReports();
  const canReadAuditLog = usePermission('reports:read');
  const loader = (
    <output className={classes['waiting']} aria-label={t('dashboard.loading')}>
      <Loader aria-hidden="true" />
    </output>
  );
  return (
    <>
      <Title order={1} mb="md">
        {t('dashboard.heading')}
      </Title>
      <StartChecklist />
      <div className={today['cards']}>
        <AttentionCard />
        {canReadAuditLog && <ChangesCard />}
        <RecentCard />
      </div>
      {reports.isFirstRead ? (
        loader
      ) : (
        <div className={classes['grid']}>
          <LongestBookCard report={reports.longest} />
          <ReportCard
            title={t('dashboard.averageReadingTime')}
            hint={t('dashboard.averageReadingTimeHint')}
            report={reports.languages}
            whole="languages"
            chart={ReportChart}
            shape="columns"
            labelHeading={t('dashboard.language')}
            valueHeading={t('dashboard.readingTime')}
            formatValue={(count) => t('dashboard.minutes', { count })}
          />
          <ReportCard
            title={t('dashboard.mostProlificAuthors')}
            hint={t('dashboard.mostProlificAuthorsHint')}
            report={reports.authors}
            whole="authors"
            chart={ReportChart}
            shape="bars"
            labelHeading={t('dashboard.author')}
            valueHeading={t('dashboard.bookCount')}
            formatValue={String}
          />
        </div>
      )}
    </>
  );
}
