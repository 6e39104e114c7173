import { Button, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RemoteRead } from '#web/core/components/use-remote-read.ts';
import classes from './dashboard-screen.module.css';

export interface ReportErrorProps {
  readonly title: string;
  readonly report: RemoteRead<unknown>;
}

/** Replaces the content of a card whose report failed to load: a short message and a Retry button. */
export function ReportError({ title, report }: ReportErrorProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['problem']}>
      <output>
        {report.isReading ? (
          <Loader size="sm" aria-label={t('dashboard.loading')} />
        ) : (
          <Text span c="dimmed">
            {t('dashboard.unavailable')}
          </Text>
        )}
      </output>
      <Button
        variant="default"
        size="xs"
        // Not disabled, so it keeps the focus.
        aria-disabled={report.isReading}
        aria-label={t('dashboard.retry', { title })}
        onClick={() => {
          if (!report.isReading) report.retry();
        }}
      >
        {t('ui.retry')}
      </Button>
    </div>
  );
}
