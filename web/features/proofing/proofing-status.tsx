import '@mantine/core/styles/Progress.layer.css';
import { Alert, Button, Progress } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofingChapter, ProofingReport } from '#contract/proofing/proofing';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { listFormat } from '#web/core/lib/formats.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { jobsWatched } from '#web/core/store/jobs.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useErrorMessage } from '#web/ui/use-error-message.ts';
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
    listFormat(locale).format(names.length > NAMES ? [...names.slice(0, NAMES), '...'] : names);
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
          {notSynced.count === 0 && <SyncButton report={report} onStarted={onChanged} />}
        </Alert>
      )}
      {notSynced.count > 0 && sync?.state !== 'running' && (
        <Alert color="yellow" role="note" icon={<IconAlertCircle size={18} />}>
          {t('proofing.notSynced', notSynced)}
          <SyncButton report={report} onStarted={onChanged} />
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

/** Starts the sync of the chapters that have no or uncertain times. Hidden for users who cannot edit books. */
function SyncButton({
  report: { id, version },
  onStarted,
}: {
  readonly report: ProofingReport;
  readonly onStarted: () => void;
}) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('books');
  const client = useApi();
  const dispatch = useAppDispatch();
  const translateError = useErrorMessage();
  const [isStarting, setStarting] = useState(false);
  const [message, setMessage] = useState('');
  if (!canEdit) return null;
  const start = async () => {
    setStarting(true);
    setMessage('');
    try {
      await createBookContentApi(client, id).align(version, 'needs_review');
      dispatch(jobsWatched());
      onStarted();
    } catch (error) {
      const attempted_action = t('proofing.syncNotStarted');
      const apiError = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
      setMessage(translateError(apiError.message));
    } finally {
      setStarting(false);
    }
  };
  return (
    <div className={classes['start']}>
      <Button size="xs" loading={isStarting} onClick={() => void start()}>
        {t('proofing.sync')}
      </Button>
      {message !== '' && <span role="alert">{message}</span>}
    </div>
  );
}
