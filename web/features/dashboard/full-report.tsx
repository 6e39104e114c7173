import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './dashboard-screen.module.css';

export interface FullReportProps {
  /** The title of the card with the first rows of the report. */
  readonly title: string;
  /** The `show` parameter in the address of the reports. */
  readonly show: 'languages' | 'authors' | 'longest';
}

/** A link from the first rows of a report to the full report. */
export function FullReport({ title, show }: FullReportProps) {
  const { t } = useTranslation();
  return (
    <Anchor
      component={Link}
      to={`/reports?show=${show}`}
      size="sm"
      className={classes['whole'] ?? ''}
      aria-label={t('dashboard.showAllOf', { title })}
    >
      {t('dashboard.showAll')}
    </Anchor>
  );
}
