import { Loader } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { NotFoundState } from '#web/core/components/not-found-state.tsx';
import { BackLink } from '#web/core/components/back-link.tsx';
import type { ApiClient } from '#web/core/api/client.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { Comparison } from './comparison.tsx';
import { importsPath, reviewPath } from './import-paths.ts';
import { ImportState } from './import-status.tsx';
import classes from './review.module.css';

/** Compares a proposal with an existing book, and updates the selected fields of the book. */
export function CompareScreen() {
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const { id: importId, book: bookId } = useParams();
  const [id, book] = [Number(importId), Number(bookId)];
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const api = createImportsApi(client);
      const proposal = await api.get(id, { signal });
      // Imports that were added concurrently have nothing to compare.
      return {
        proposal,
        comparison: proposal.state === 'ready' ? await api.compare(id, book, { signal }) : undefined,
      };
    },
    [id, book],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('imports.compareFailed') });
  return (
    <>
      <BackLink to={reviewPath(id)}>{t('imports.backToDraft')}</BackLink>
      <ScreenHeader title={t('importCompare.heading')} />
      {apiError?.status === 404 && <NotFoundState message={apiError.message} list={importsPath} hasTrash />}
      {apiError && apiError.status !== 404 && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!value && !apiError && <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />}
      {value?.comparison && (
        <Comparison
          key={`${value.proposal.version} ${value.comparison.book_version}`}
          proposal={value.proposal}
          comparison={value.comparison}
          onReload={retry}
          onAccepted={() => {
            toast('success', t('imports.takenToast', { name: value.comparison?.book.name ?? '' }));
            void navigate(reviewPath(id), { replace: true });
          }}
        />
      )}
      {value && !value.comparison && (
        <ImportState proposal={value.proposal} deletion={undefined} onDiscard={undefined} />
      )}
    </>
  );
}
