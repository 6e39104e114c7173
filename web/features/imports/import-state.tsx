import { Button, Group, Loader, Text } from '@mantine/core';
import { IconBook, IconFileX, IconHourglass } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ImportDraft } from '#contract/import-draft';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import type { ApiClient } from '../../api/client.ts';
import { createImportsApi } from '../../api/imports-api.ts';
import { booksAddress } from '../../lib/books-address.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { RowDeletion } from '../../ui/row-actions.tsx';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';
import { DraftWarnings } from './draft-warnings.tsx';
import { importsPath, reviewPath } from './import-paths.ts';
import classes from './review.module.css';
import { useJobProgress } from './use-job-progress.ts';

export interface ImportStateProps {
  readonly draft: ImportDraft;
  readonly deletion: RowDeletion | undefined;
  /** Absent for those who may not. */
  readonly onDrop: (() => void) | undefined;
  /** It is being read again. */
  readonly onRetried?: (() => void) | undefined;
}

/** An import that cannot be reviewed: not yet, or not any more. */
export function ImportState({ draft, deletion, onDrop, onRetried }: ImportStateProps) {
  const { t } = useTranslation();
  const { state, error } = draft;
  if (state === 'accepted') return <Accepted draft={draft} />;
  const isWaiting = state === 'receiving' || state === 'reading';
  const text = state === 'failed' && error !== null ? error : t(`imports.${stateTexts[state]}`);
  return (
    <section className={classes['card']}>
      <EmptyState
        icon={isWaiting ? <IconHourglass size={32} stroke={1.3} /> : <IconFileX size={32} stroke={1.3} />}
        title={t(`imports.${stateTitles[state]}`)}
        text={text}
      >
        <Text size="sm" fw={550} ta="center" style={{ overflowWrap: 'anywhere' }}>
          {draft.name}
        </Text>
        {state === 'reading' && <Reading jobId={draft.job_id} />}
        {onDrop && state === 'failed' && draft.files.every(({ problem }) => problem === null) && (
          <TryAgain id={draft.id} onDone={() => onRetried?.()} />
        )}
        {onDrop && state !== 'dropped' && (
          <Button variant="default" size="xs" onClick={onDrop} disabled={deletion?.isRunning === true}>
            {t('imports.dropShort')}
          </Button>
        )}
        {deletion?.fault !== undefined && <output className={classes['fault']}>{deletion.fault}</output>}
      </EmptyState>
      {draft.warnings.length > 0 && (
        <div className={classes['inside']}>
          <DraftWarnings draftId={draft.id} warnings={draft.warnings} />
        </div>
      )}
    </section>
  );
}

/** For one that failed by no fault of its files. */
function TryAgain({ id, onDone }: { readonly id: number; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const retry = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await createImportsApi(client).retry(id);
      onDone();
    } catch (error) {
      const failure = toFailure(error, t('imports.retryFailed'));
      noteFailure(dispatch, failure, t('imports.retryFailed'), { cause: error });
      setFault(failure.message);
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="xs" aria-disabled={isBusy} onClick={() => !isBusy && void retry()}>
        {t('ui.tryAgain')}
      </Button>
      <output className={classes['fault']}>{fault}</output>
    </>
  );
}

const stateTitles = {
  receiving: 'receivingTitle',
  reading: 'readingTitle',
  ready: 'readingTitle',
  failed: 'failedTitle',
  dropped: 'droppedTitle',
} as const;
const stateTexts = {
  receiving: 'receivingText',
  reading: 'readingText',
  ready: 'readingText',
  failed: 'failedText',
  dropped: 'droppedText',
} as const;

function Reading({ jobId }: { readonly jobId: number | null }) {
  const { t } = useTranslation();
  const progress = useJobProgress(true)(jobId);
  return (
    <Group gap="xs">
      <Loader size="sm" aria-label={t('ui.loading')} />
      {progress !== undefined && <output data-numeric>{Math.floor(100 * progress.fraction)} %</output>}
      {progress && progress.stage !== '' && <Text size="sm">{progress.stage}</Text>}
    </Group>
  );
}

function Accepted({ draft: { id, book } }: Pick<ImportStateProps, 'draft'>) {
  const { t } = useTranslation();
  const next = useNextToReview(id);
  return (
    <section className={classes['card']}>
      <EmptyState
        icon={<IconBook size={32} stroke={1.3} />}
        title={t('imports.acceptedTitle')}
        text={book ? t('imports.acceptedText', book) : t('imports.acceptedGone')}
      >
        <Group gap="xs" justify="center">
          {book && (
            <Button component={Link} to={booksAddress({ search: book.code, language: '' })}>
              {t('imports.showBook')}
            </Button>
          )}
          {next !== undefined && (
            <Button component={Link} to={reviewPath(next)} variant="default">
              {t('imports.reviewNext')}
            </Button>
          )}
          <Button component={Link} to={importsPath} variant="default">
            {t('imports.backToImports')}
          </Button>
        </Group>
      </EmptyState>
    </section>
  );
}

/** Another draft of the same person that waits for a review. */
function useNextToReview(id: number): number | undefined {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const query = { page: 1, items_per_page: 2, mine: true, state: 'ready' };
      const { items } = await createImportsApi(client).list(query, { signal });
      return items.find((item) => item.id !== id)?.id;
    },
    [id],
  );
  return useRemoteRead(read, { tried: t('imports.fetchFailed') }).value;
}
