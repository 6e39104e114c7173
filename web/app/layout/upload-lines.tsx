import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Button, Progress, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes } from '#contract/core/format-bytes';
import { toClock } from '#contract/core/format-duration';
import { type ImportBatch, batchClosed, selectBatches } from '#web/core/store/import-batches.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { cancelBatch } from '#web/core/components/use-import-files.ts';
import classes from './upload-lines.module.css';

/** Shows the uploads and their progress, one per line, on every screen. */
export function UploadLines() {
  const { t } = useTranslation();
  const batches = useAppSelector(selectBatches);
  return (
    <section aria-label={t('batches.region')} className={classes['lines']}>
      {batches.map((batch) => (
        <UploadLine key={batch.id} batch={batch} />
      ))}
    </section>
  );
}

const importsPath = '/imports';

/** Returns the address of a single proposal, otherwise of the list. */
function pathOf({ onlyId, importId }: ImportBatch): string {
  if (onlyId !== undefined) return `${importsPath}/${onlyId}`;
  return importId === undefined ? importsPath : `${importsPath}?batch_id=${importId}`;
}

function UploadLine({ batch }: { readonly batch: ImportBatch }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { id, stage, fileCount, sent, size, problems } = batch;
  const name = batch.name || t('batches.files', { count: fileCount });
  const isSending = stage === 'sending';
  const percent = size === 0 ? 0 : Math.floor((100 * sent) / size);
  return (
    <div className={classes['line']} data-stage={stage}>
      <div className={classes['row']}>
        <Text fw={550} size="sm" className={classes['name'] ?? ''}>
          <bdi>{name}</bdi>
          {batch.name !== '' && fileCount > 1 && (
            <Text span size="sm" c="dimmed">
              {`, ${t('batches.files', { count: fileCount })}`}
            </Text>
          )}
        </Text>
        <Status batch={batch} percent={percent} />
        {(stage === 'reading' || stage === 'done') && (
          <Button
            component={Link}
            to={pathOf(batch)}
            size="compact-sm"
            variant="light"
            onClick={() => stage === 'done' && dispatch(batchClosed(id))}
          >
            {t(batch.onlyId === undefined ? 'batches.show' : 'batches.review')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(isSending ? 'batches.cancel' : 'batches.close', { name })}
          title={t(isSending ? 'batches.cancel' : 'batches.close', { name })}
          onClick={() => (isSending ? cancelBatch(id) : dispatch(batchClosed(id)))}
        >
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      </div>
      {(isSending || stage === 'reading') && (
        <Progress.Root size="sm">
          <Progress.Section
            value={isSending ? percent : 100}
            animated={!isSending}
            aria-label={t('batches.progress', { name })}
          />
        </Progress.Root>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
    </div>
  );
}

/** The status as text. Changing numbers are not announced to screen readers. */
function Status({ batch, percent }: { readonly batch: ImportBatch; readonly percent: number }) {
  const { t } = useTranslation();
  const { stage, size, secondsLeft, isPaused, error } = batch;
  if (stage === 'sending') {
    const texts = [
      t('batches.sending', { percent, size: formatBytes(size) }),
      isPaused
        ? t('batches.paused')
        : secondsLeft !== undefined && t('batches.left', { clock: toClock(secondsLeft) }),
    ].filter((text) => typeof text === 'string');
    return (
      <Text size="sm" c="dimmed" data-numeric className={classes['status'] ?? ''}>
        {texts.join(' · ')}
      </Text>
    );
  }
  return (
    <output className={classes['status']}>
      {stage === 'reading' && t('batches.reading')}
      {stage === 'failed' && (error ?? t('batches.failed'))}
      {stage === 'done' && <Done batch={batch} />}
    </output>
  );
}

function Done({ batch: { counts } }: { readonly batch: ImportBatch }) {
  const { t } = useTranslation();
  const { ready = 0, needs_review: needsReview = 0 } = counts ?? {};
  const statusText = [
    (ready > 0 || needsReview === 0) && t('batches.doneReady', { count: ready }),
    needsReview > 0 && t('batches.doneReview', { count: needsReview }),
  ].filter((text) => typeof text === 'string');
  return t('batches.done', { what: statusText.join(', ') });
}

const INITIAL_COUNT = 5;

function Problems({ problems }: Pick<ImportBatch, 'problems'>) {
  const { t } = useTranslation();
  return (
    <div className={classes['problems']}>
      <span>{t('batches.problems', { count: problems.length })}</span>
      <ul>
        {problems.slice(0, INITIAL_COUNT).map(({ path, message }) => (
          <li key={path}>
            <bdi>{path}</bdi>: {message}
          </li>
        ))}
        {problems.length > INITIAL_COUNT && (
          <li>{t('batches.andMore', { count: problems.length - INITIAL_COUNT })}</li>
        )}
      </ul>
    </div>
  );
}
