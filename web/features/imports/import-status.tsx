import { Button, Group, Loader, Text } from '@mantine/core';
import { IconBook, IconFileX, IconHourglass } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { RowDeletion } from '#web/ui/row-actions.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { ProposalWarnings } from './proposal-warnings.tsx';
import { importsPath, reviewPath } from './import-paths.ts';
import classes from './review.module.css';
import { useJobProgress } from './use-job-progress.ts';

export interface ImportStateProps {
  readonly proposal: ImportProposal;
  readonly deletion: RowDeletion | undefined;
  /** Undefined for users without the permission. */
  readonly onDiscard: (() => void) | undefined;
  /** Called when the import is processed again. */
  readonly onRetried?: (() => void) | undefined;
}

/** An import that cannot be reviewed: not processed yet, or already completed. */
export function ImportState({ proposal, deletion, onDiscard, onRetried }: ImportStateProps) {
  const { t } = useTranslation();
  const { state, error } = proposal;
  if (state === 'accepted') return <Accepted proposal={proposal} />;
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
          {proposal.name}
        </Text>
        {state === 'reading' && <Reading jobId={proposal.job_id} />}
        {onDiscard && state === 'failed' && proposal.files.every(({ problem }) => problem === null) && (
          <TryAgain id={proposal.id} onDone={() => onRetried?.()} />
        )}
        {onDiscard && state !== 'discarded' && (
          <Button variant="default" size="xs" onClick={onDiscard} disabled={deletion?.isRunning === true}>
            {t('imports.discardShort')}
          </Button>
        )}
        {deletion?.problem !== undefined && (
          <output className={classes['problem']}>{deletion.problem}</output>
        )}
      </EmptyState>
      {proposal.warnings.length > 0 && (
        <div className={classes['bookContent']}>
          <ProposalWarnings importId={proposal.id} warnings={proposal.warnings} />
        </div>
      )}
    </section>
  );
}

/** Retries an import that failed for a reason other than its files. */
function TryAgain({ id, onDone }: { readonly id: number; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const [problem, setError] = useState<string>();
  const retry = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await createImportsApi(client).retry(id);
      onDone();
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('imports.retryFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('imports.retryFailed'),
        details: { cause: error },
      });
      setError(apiError.message);
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="xs" aria-disabled={isBusy} onClick={() => !isBusy && void retry()}>
        {t('ui.retry')}
      </Button>
      <output className={classes['problem']}>{problem}</output>
    </>
  );
}

const stateTitles = {
  receiving: 'receivingTitle',
  reading: 'readingTitle',
  ready: 'readingTitle',
  failed: 'failedTitle',
  discarded: 'discardedTitle',
} as const;
const stateTexts = {
  receiving: 'receivingText',
  reading: 'readingText',
  ready: 'readingText',
  failed: 'failedText',
  discarded: 'discardedText',
} as const;

function Reading({ jobId }: { readonly jobId: number | null }) {
  const { t } = useTranslation();
  const progress = useJobProgress(true)(jobId);
  return (
    <Group gap="xs">
      <Loader size="sm" aria-label={t('ui.loading')} />
      {progress !== undefined && <output data-numeric>{Math.floor(100 * progress.fraction)}%</output>}
      {progress && progress.stage !== '' && <Text size="sm">{progress.stage}</Text>}
    </Group>
  );
}

function Accepted({ proposal: { id, book } }: Pick<ImportStateProps, 'proposal'>) {
  const { t } = useTranslation();
  const next = useNextToReview(id);
  return (
    <section className={classes['card']}>
      <EmptyState
        icon={<IconBook size={32} stroke={1.3} />}
        title={t('imports.acceptedTitle')}
        text={book ? t('imports.acceptedText', book) : t('imports.acceptedDeleted')}
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

/** Returns another import of the user that needs review. */
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
  return useRemoteRead(read, { attempted_action: t('imports.fetchFailed') }).value;
}
