import { type Severity, healthChecks, severities } from '#contract/catalogue-health/health-checks';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Alert, Badge, Button, SegmentedControl, Text } from '@mantine/core';
import { IconChevronRight, IconHeartbeat, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { HealthReport } from '#contract/catalogue-health/catalogue-health';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { addressOf } from './addresses.ts';
import classes from '#web/features/reports/reports-screen.module.css';

export interface CheckListProps {
  readonly report: HealthReport;
  /** Only checks of this severity; all without. */
  readonly severity?: Severity | undefined;
  readonly onRefetch: () => void;
}

/** The checks with issues in order of importance, and a button that shows the others. */
export function CheckList({ report, severity, onRefetch }: CheckListProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [showsPassed, setShowsPassed] = useState(false);
  const { remaining } = report;
  const rules = report.rules.filter(
    ({ rule }) => severity === undefined || healthChecks[rule].severity === severity,
  );
  const isClean = ({ count, dismissed }: (typeof rules)[number]) => count === 0 && dismissed === 0;
  const passedCount = rules.filter(isClean).length;
  const visibleRules = rules.filter((rule) => showsPassed || !isClean(rule));
  return (
    <>
      {remaining > 0 && (
        <Alert icon={<IconHourglass size={18} />} color="gray" mb="md">
          {t('reports.remaining', { count: remaining })}{' '}
          <Button size="compact-sm" variant="default" onClick={onRefetch}>
            {t('reports.refetch')}
          </Button>
        </Alert>
      )}
      <SegmentedControl
        aria-label={t('reports.severity')}
        className={classes['severities'] ?? ''}
        value={severity ?? ''}
        onChange={(value) =>
          void navigate(addressOf({ severity: severities.find((item) => item === value) }), { replace: true })
        }
        data={[
          { value: '', label: t('reports.allSeverities') },
          ...severities.map((item) => ({ value: item, label: t(`reports.severities.${item}`) })),
        ]}
      />
      {passedCount === rules.length && (
        <EmptyState
          icon={<IconHeartbeat size={32} stroke={1.3} />}
          title={t('reports.healthyTitle')}
          text={t(severity ? `reports.healthyTexts.${severity}` : 'reports.healthyText')}
        />
      )}
      <ul className={classes['rules']}>
        {visibleRules.map(({ rule, count, dismissed }) => (
          <li key={rule}>
            <Link className={classes['rule']} to={addressOf({ rule, severity })}>
              <span className={classes['about']}>
                <Text span fw={600}>
                  {t(`reports.rules.${rule}.title`)}
                </Text>
                <Text span size="sm" c="dimmed">
                  {t(`reports.rules.${rule}.why`)}
                </Text>
              </span>
              <span className={classes['counts']}>
                <Badge size="lg" variant="dot" color={count > 0 ? 'orange' : 'green'} tt="none">
                  {t('reports.open', { count })}
                </Badge>
                {dismissed > 0 && (
                  <Text span size="sm" c="dimmed">
                    {t('reports.accepted', { count: dismissed })}
                  </Text>
                )}
              </span>
              <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {passedCount > 0 && (
        <Button variant="default" mt="md" onClick={() => setShowsPassed(!showsPassed)}>
          {showsPassed ? t('reports.hideClean') : t('reports.showClean', { count: passedCount })}
        </Button>
      )}
    </>
  );
}
