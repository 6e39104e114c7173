import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofingReport } from '#contract/proofing/proofing';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { jobsWatched } from '#web/core/store/jobs.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';

export interface SyncButtonProps {
  readonly report: Pick<ProofingReport, 'id' | 'version' | 'sync'>;
  /** `needs_review` syncs only chapters that have no or uncertain times. */
  readonly scope: 'all' | 'needs_review';
  readonly onStarted: () => void;
}

/** Starts the sync of text and audio. Hidden for users who cannot edit books. */
export function SyncButton({ report: { id, version, sync }, scope, onStarted }: SyncButtonProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('books');
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [isStarting, setStarting] = useState(false);
  if (!canEdit) return null;
  const start = async () => {
    setStarting(true);
    try {
      await createBookContentApi(client, id).align(version, scope);
      dispatch(jobsWatched());
      onStarted();
    } catch (error) {
      const attempted_action = t('proofing.syncNotStarted');
      const apiError = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
      toast('error', apiError.message);
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button
      {...(scope === 'all' ? { variant: 'default' } : { size: 'xs' })}
      loading={isStarting}
      disabled={sync?.state === 'running'}
      onClick={() => void start()}
    >
      {t(scope === 'all' ? 'proofing.syncAgain' : 'proofing.sync')}
    </Button>
  );
}
