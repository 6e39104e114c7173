import { Text, Title } from '@mantine/core';
import { IconBookOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ClampedText } from '#web/ui/user-text.tsx';
import type { RemoteRead } from '#web/core/components/use-remote-read.ts';
import classes from './dashboard-screen.module.css';
import type { LongestRow } from './report-rows.ts';
import { ReportError } from './report-error.tsx';
import { FullReport } from './full-report.tsx';

export interface LongestBookCardProps {
  /** The value is null while there are no books. */
  readonly report: RemoteRead<LongestRow | null>;
}

export function LongestBookCard({ report }: LongestBookCardProps) {
  const { t } = useTranslation();
  const { value: book } = report;
  return (
    <section className={classes['longest']} aria-labelledby="longest-book">
      <div className={classes['cardHead']}>
        <Title order={2} id="longest-book" className={classes['eyebrow'] ?? ''}>
          {t('dashboard.longestBook')}
        </Title>
        {book && <FullReport title={t('dashboard.longestBook')} show="longest" />}
      </div>
      {book && (
        <>
          <p className={classes['bookName']}>
            <Link to={book.to}>
              <ClampedText>{book.name}</ClampedText>
            </Link>
          </p>
          <dl className={classes['facts']}>
            <div>
              <dt>{t('dashboard.author')}</dt>
              <dd>
                <ClampedText>{book.author}</ClampedText>
              </dd>
            </div>
            <div>
              <dt>{t('dashboard.readingTime')}</dt>
              <dd data-numeric>{t('dashboard.minutes', { count: book.minutes })}</dd>
            </div>
            <div>
              <dt>{t('dashboard.category')}</dt>
              <dd>
                <ClampedText>{book.category ?? t('dashboard.noCategory')}</ClampedText>
              </dd>
            </div>
          </dl>
        </>
      )}
      {book === null && (
        <div className={classes['emptyRow']}>
          <IconBookOff size={28} stroke={1.4} aria-hidden />
          <div>
            <Text fw={600}>{t('dashboard.noBooks')}</Text>
            <Text size="sm" c="dimmed">
              {t('dashboard.noBooksHint')}
            </Text>
          </div>
        </div>
      )}
      {book === undefined && <ReportError title={t('dashboard.longestBook')} report={report} />}
    </section>
  );
}
