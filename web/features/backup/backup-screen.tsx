import '@mantine/core/styles/Progress.layer.css';
import { Alert, Button, Group, Loader, Progress, Text } from '@mantine/core';
import { IconAlertCircle, IconDatabaseExport } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BackupList, backupList, backupEndpoints, backupProblemTexts } from '#contract/backup/backup';
import { limits } from '#contract/core/limits';
import { readData } from '#web/core/api/client.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { dateTimeFormat, percentFormat } from '#web/core/lib/formats.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectJobs } from '#web/core/store/jobs.slice.ts';
import { GuardedSettings } from '#web/core/components/settings-frame/guarded-settings.tsx';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import { SectionPanel } from '#web/features/settings/settings-section.tsx';
import { DescriptionItem, Panel } from '#web/features/settings/settings-panel.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { BackupTable } from './backup-table.tsx';
import { MovePanel } from './move-panel.tsx';
import { useStartJob } from './use-start-job.ts';

/** The server sends no events of system backups to this browser, so the list is polled. */
const POLL_INTERVAL_MS = 3_000;

const readerOf =
  (page: number): Read<BackupList> =>
  async (client, signal) =>
    backupList.parse(readData(await client.call({ ...backupEndpoints.list, query: { page }, signal })));

/** Lists backups, and starts, downloads and deletes them. */
export function BackupScreen() {
  return (
    <GuardedSettings>
      <SettingsFrame>
        <Backups />
      </SettingsFrame>
    </GuardedSettings>
  );
}

function Backups() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [page, setPage] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useMemo(() => readerOf(page), [page]);
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('backup.fetchFailed') });
  const list = useLastDefined(value);
  const { start, isStarting } = useStartJob(retry);
  const isRunning = list?.job_id != null;

  useEffect(() => {
    if (value === undefined || (value.job_id ?? value.test_job_id ?? value.move) === null) return undefined;
    const timer = setTimeout(retry, POLL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [value, retry]);

  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!list) return <Loader aria-label={t('ui.loading')} />;
  const isTesting = list.test_job_id !== null;
  const buttons = (
    <Group gap="xs">
      {list.total > 0 && (
        <Button variant="default" loading={isStarting} disabled={isTesting} onClick={() => start('test')}>
          {t(isTesting ? 'backup.testing' : 'backup.testNow')}
        </Button>
      )}
      <Button loading={isStarting} disabled={isRunning} onClick={() => start('backup')}>
        {t(isRunning ? 'backup.inProgress' : 'backup.start')}
      </Button>
    </Group>
  );
  return (
    <>
      <Problems list={list} />
      {list.move && <MovePanel move={list.move} />}
      <Panel id="backup-place" heading={t('backup.heading')}>
        <DescriptionItem name={t('backup.destination')}>{list.destination}</DescriptionItem>
        <DescriptionItem name={t('backup.encryption')}>
          {t(list.is_encrypted ? 'backup.encrypted' : 'backup.notEncrypted')}
        </DescriptionItem>
        <DescriptionItem name={t('backup.next')}>
          {list.next_at === null ? (
            t('backup.notScheduled')
          ) : (
            <time dateTime={list.next_at}>{dateTimeFormat(locale).format(new Date(list.next_at))}</time>
          )}
        </DescriptionItem>
      </Panel>
      <Panel id="backup-list" heading={t('backup.list')} headingRef={heading} action={buttons} isList>
        {list.job_id !== null && <BackupProgress jobId={list.job_id} />}
        {list.total === 0 && !isRunning && (
          <EmptyState
            icon={<IconDatabaseExport size={32} stroke={1.3} />}
            title={t('backup.emptyTitle')}
            text={t('backup.emptyText')}
          />
        )}
        {list.total > 0 && (
          <BackupTable
            backups={list.items}
            onDeleted={() => {
              heading.current?.focus();
              retry();
            }}
          />
        )}
        {list.total > limits.pageSize && (
          <Pager label={t('backup.pages')} page={page} total={list.total} onChange={setPage} />
        )}
      </Panel>
      <SectionPanel section="backup" heading={t('backup.schedule')} onSaved={retry} />
    </>
  );
}

/** Shows problems of backups, and why the last one failed. */
function Problems({ list: { problems, last_failure: failure } }: { readonly list: BackupList }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const texts = problems.map((problem) => backupProblemTexts[problem]);
  if (failure) {
    const time = dateTimeFormat(locale).format(new Date(failure.at));
    texts.unshift(t('backup.lastFailed', { time, message: failure.message }));
  }
  if (texts.length === 0) return null;
  return (
    <Alert color="red" mb="md" icon={<IconAlertCircle size={18} />} title={t('backup.problems')}>
      {texts.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  );
}

/** Shows the progress of a backup. The server reports only jobs of the user. */
function BackupProgress({ jobId }: { readonly jobId: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const progress = useAppSelector(selectJobs).byId[jobId]?.progress;
  if (progress === undefined) return <Loader size="sm" mb="md" aria-label={t('backup.progress')} />;
  return (
    <Group gap="sm" wrap="nowrap" mb="md">
      <Progress flex={1} value={progress * 100} aria-label={t('backup.progress')} />
      <Text size="sm">{t('backup.progressOf', { percent: percentFormat(locale).format(progress) })}</Text>
    </Group>
  );
}
