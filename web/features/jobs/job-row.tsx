import '@mantine/core/styles/Progress.layer.css';
import { Badge, Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJobType } from '#contract/jobs/job-types';
import { type Job, isInProgress } from '#contract/jobs/jobs';
import classes from './jobs-screen.module.css';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat, percentFormat } from '#web/core/lib/formats.ts';

const colors = { queued: 'gray', running: 'blue', done: 'green', failed: 'red', cancelled: 'gray' } as const;

export interface JobRowProps {
  readonly job: Job;
  readonly showsOwner: boolean;
  readonly isBusy: boolean;
  readonly onAction: (action: 'cancel' | 'retry') => void;
}

/** One job: its subject, its progress and its actions. */
export function JobRow({ job, showsOwner, isBusy, onAction }: JobRowProps) {
  const { t } = useTranslation();
  const title = job.title || t('jobs.untitled');
  const locale = useLocale();
  const percent = percentFormat(locale).format(job.progress);
  const time = dateTimeFormat(locale);
  const canRetry = job.state === 'failed' || job.state === 'cancelled';
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {[
            isJobType(job.kind) ? t(`jobs.kinds.${job.kind}`) : job.kind,
            time.format(new Date(job.created_at)),
            ...(showsOwner && job.user ? [t('jobs.of', { name: job.user.name })] : []),
          ].join(' · ')}
        </Text>
        {job.error !== null && (
          <Text size="sm" className={classes['error'] ?? ''}>
            {job.error}
          </Text>
        )}
        {job.state === 'running' && (
          <Group gap="xs" wrap="nowrap" mt={4}>
            <Progress
              value={job.progress * 100}
              aria-label={`${title}: ${percent}`}
              className={classes['bar'] ?? ''}
            />
            <Text size="sm">{percent}</Text>
          </Group>
        )}
        {job.state === 'running' && job.stage !== '' && (
          <Text size="sm" c="dimmed">
            {job.stage}
          </Text>
        )}
      </div>
      <Group gap="xs" className={classes['tools'] ?? ''}>
        <Badge variant="light" color={colors[job.state]}>
          {t(`jobs.states.${job.is_cancelling ? 'cancelling' : job.state}`)}
        </Badge>
        {isInProgress(job.state) && !job.is_cancelling && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('jobs.cancelOne', { title })}
            aria-disabled={isBusy}
            onClick={() => onAction('cancel')}
          >
            {t('jobs.cancel')}
          </Button>
        )}
        {canRetry && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('jobs.retryOne', { title })}
            aria-disabled={isBusy}
            onClick={() => onAction('retry')}
          >
            {t('jobs.retry')}
          </Button>
        )}
      </Group>
    </li>
  );
}
