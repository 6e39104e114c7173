import { Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBulb,
  IconCircleCheck,
  IconExclamationCircle,
  IconFileImport,
  IconStack2,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Overview } from '#contract/overview/overview';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectOverview } from '#web/core/store/overview.slice.ts';
import { Section } from '#web/ui/sections.tsx';
import classes from './today.module.css';

const iconProps = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Returns the links of the counts in order of urgency. */
const entriesOf = ({ imports, health, jobs }: Overview) =>
  [
    { key: 'failedJobs', count: jobs.failed, to: '/jobs?state=failed', Icon: IconStack2 },
    {
      key: 'importsToReview',
      count: imports?.needs_review ?? 0,
      to: '/imports?show=needs_review',
      Icon: IconFileImport,
    },
    { key: 'importsReady', count: imports?.ready ?? 0, to: '/imports?show=ready', Icon: IconFileImport },
    { key: 'errors', count: health.errors, to: '/reports?severity=error', Icon: IconExclamationCircle },
    {
      key: 'warnings',
      count: health.warnings,
      to: '/reports?severity=warning',
      Icon: IconAlertTriangle,
    },
    { key: 'suggestions', count: health.suggestions, to: '/reports?severity=suggestion', Icon: IconBulb },
  ] as const;

/** Imports, issues and failed jobs that wait for the user, each with a link. */
export function AttentionCard() {
  const { t } = useTranslation();
  const counts = useAppSelector(selectOverview);
  return (
    <Section title={t('dashboard.attention')}>
      {counts ? <Entries counts={counts} /> : <Loader size="sm" aria-label={t('ui.loading')} />}
    </Section>
  );
}

function Entries({ counts }: { readonly counts: Overview }) {
  const { t } = useTranslation();
  const waitingEntries = entriesOf(counts).filter(({ count }) => count > 0);
  if (waitingEntries.length === 0)
    return (
      <p className={classes['nothing']}>
        <IconCircleCheck {...iconProps} />
        {t('dashboard.nothingWaits')}
      </p>
    );
  return (
    <ul className={classes['list']}>
      {waitingEntries.map(({ key, count, to, Icon }) => (
        <li key={key}>
          <Link to={to} className={classes['entry']} data-kind={key}>
            <Icon {...iconProps} />
            {t(`dashboard.waiting.${key}`, { count })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
