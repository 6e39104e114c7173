import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './dashboard-screen.module.css';

export interface FullReportProps {
  /** Of the card that shows its beginning. */
  readonly title: string;
  /** Its name in the address of the reports. */
  readonly show: 'languages' | 'authors' | 'longest';
}

/** The way from the beginning of a report to all of it. */
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
