import '@mantine/core/styles/Progress.layer.css';
import { Alert, Progress } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProofingChapter, ProofingReport } from '#contract/proofing/proofing';
import { useLocale } from '#web/core/components/use-locale.ts';
import { listFormat } from '#web/core/lib/formats.ts';
import { useErrorMessage } from '#web/ui/use-error-message.ts';
import { SyncButton } from './sync-button.tsx';
import classes from './proofing.module.css';

/** The number of names in a message. */
const NAMES = 5;

export interface ProofingStatusProps {
  readonly report: ProofingReport;
  /** Called after a sync was started. */
  readonly onChanged: () => void;
}

/** The chapters and files that the report could not check, with the work that is running. */
export function ProofingStatus({ report, onChanged }: ProofingStatusProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const translateError = useErrorMessage();
  const { sync, files, chapters } = report;
  const namesOf = (names: readonly string[]) =>
    listFormat(locale).format(
      names.length > NAMES
        ? [...names.slice(0, NAMES), t('proofing.moreNames', { count: names.length - NAMES })]
        : names,
    );
  const chaptersIn = (state: ProofingChapter['state']) => {
    const names = chapters.filter((chapter) => chapter.state === state).map(({ name }) => name);
    return { count: names.length, names: namesOf(names) };
  };
  const notSynced = chaptersIn('not_synced');
  const noAudio = chaptersIn('no_audio');
  const doneCount = files.filter(({ state }) => state !== 'waiting').length;
  return (
    <div className={classes['status']}>
      {sync?.state === 'running' && (
        <Alert color="blue" role="note" icon={<IconInfoCircle size={18} />}>
          <output>{t('proofing.syncing')}</output>
          <Progress value={sync.progress * 100} size="sm" mt="xs" aria-label={t('proofing.syncProgress')} />
        </Alert>
      )}
      {sync?.state === 'failed' && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
          {t('proofing.syncFailed')} {sync.error !== null && translateError(sync.error)}
        </Alert>
      )}
      {notSynced.count > 0 && sync?.state !== 'running' && (
        <Alert color="yellow" role="note" icon={<IconAlertCircle size={18} />}>
          {t('proofing.notSynced', notSynced)}
          <div className={classes['start']}>
            <SyncButton report={report} scope="needs_review" onStarted={onChanged} />
          </div>
        </Alert>
      )}
      {doneCount < files.length && (
        <Alert color="blue" role="note" icon={<IconInfoCircle size={18} />}>
          <output>{t('proofing.analysing', { done: doneCount, count: files.length })}</output>
          <Progress
            value={(doneCount / files.length) * 100}
            size="sm"
            mt="xs"
            aria-label={t('proofing.analysisProgress')}
          />
        </Alert>
      )}
      {files.map(
        ({ audio_url, state, error, chapters: names }) =>
          state === 'failed' && (
            <Alert key={audio_url} color="red" role="note" icon={<IconAlertCircle size={18} />}>
              {t('proofing.failedFile', { names: namesOf(names) })} {error !== null && translateError(error)}
            </Alert>
          ),
      )}
      {noAudio.count > 0 && (
        <Alert color="yellow" role="note" icon={<IconAlertCircle size={18} />}>
          {t('proofing.noAudio', noAudio)}
        </Alert>
      )}
    </div>
  );
}
