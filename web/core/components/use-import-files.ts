import { nanoid } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { formatBytes } from '#contract/core/format-bytes';
import { importLimits } from '#contract/imports/import-limits';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import type { UploadedFile } from '#web/core/lib/dropped-files.ts';
import { loadNotifications } from '#web/core/store/notifications-thunks.ts';
import {
  type ImportBatch,
  batchBegun,
  batchChanged,
  batchClosed,
  selectBatches,
} from '#web/core/store/import-batches.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import type { RootState } from '#web/core/store/store.ts';
import { createJobNotifications } from './job-notifications.ts';
import { runUpload } from './run-upload.ts';
import { useFileUpload } from './use-file-upload.ts';

/** The running imports. They continue after their screen is closed. */
const runningUploads = new Map<string, AbortController>();

/** Cancels an import batch and deletes it on the server. */
export function cancelBatch(id: string): void {
  runningUploads.get(id)?.abort();
}

/** Returns the name of the single file or common folder; blank for several. */
function nameOf(files: readonly UploadedFile[]): string {
  const topFolders = new Set(files.map(({ path }) => path.split('/', 1)[0] ?? ''));
  const [only = ''] = topFolders;
  return topFolders.size === 1 ? only : '';
}

/** Returns a function for the error message of too many or too large files. */
function useErrorInfo() {
  const { t } = useTranslation();
  return useCallback(
    (count: number, size: number): string | undefined => {
      const { maxFiles, maxBatchBytes } = importLimits;
      if (count === 0) return t('batches.nothing');
      if (count > maxFiles) return t('batches.tooMany', { count, limit: maxFiles });
      return size > maxBatchBytes
        ? t('batches.tooLarge', { size: formatBytes(size), limit: formatBytes(maxBatchBytes) })
        : undefined;
    },
    [t],
  );
}

/** Returns a function that imports files in the background. The progress is in the store. */
export function useImportFiles(): (files: readonly UploadedFile[]) => void {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const upload = useFileUpload();
  const errorInfoOf = useErrorInfo();

  return useCallback(
    (files) => {
      const id = nanoid();
      const size = files.reduce((sum, { file }) => sum + file.size, 0);
      const subject = nameOf(files) || t('batches.files', { count: files.length });
      const change = (changes: Partial<ImportBatch>) => {
        // The end of the session deletes the batch.
        if (selectBatches(store.getState()).some((batch) => batch.id === id))
          dispatch(batchChanged({ ...changes, id }));
        else runningUploads.get(id)?.abort();
      };
      dispatch(batchBegun({ id, name: nameOf(files), fileCount: files.length, size }));
      const errorInfo = errorInfoOf(files.length, size);
      if (errorInfo !== undefined) {
        change({ stage: 'failed', error: errorInfo });
        return;
      }
      const controller = new AbortController();
      runningUploads.set(id, controller);
      const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
      window.addEventListener('beforeunload', confirmLeaving);
      void runUpload({
        files,
        api: createImportsApi(client),
        newKey: nanoid,
        signal: controller.signal,
        upload,
        toApiErrorDetails(error) {
          const apiError = toApiErrorDetails(error, t('batches.uploadFailed'));
          recordError(dispatch, {
            apiError,
            attempted_action: t('batches.notificationsFailed'),
            details: { cause: error, subject },
          });
          return apiError;
        },
        change(changes) {
          // The upload is complete, so closing the page loses nothing.
          if (changes.stage !== undefined) window.removeEventListener('beforeunload', confirmLeaving);
          change(changes);
        },
        jobNotifications: createJobNotifications(store),
      }).then((outcome) => {
        runningUploads.delete(id);
        window.removeEventListener('beforeunload', confirmLeaving);
        if (outcome === 'cancelled') dispatch(batchClosed(id));
        // The server has added a notification.
        if (outcome === 'done') void dispatch(loadNotifications());
      });
    },
    [t, client, dispatch, store, upload, errorInfoOf],
  );
}
