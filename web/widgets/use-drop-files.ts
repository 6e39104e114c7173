import { nanoid } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { formatBytes } from '#contract/format-bytes';
import { importLimits } from '#contract/import-terms';
import { useApi } from '../api/api-context.ts';
import { toFailure } from '../api/api-error.ts';
import { createImportsApi } from '../api/imports-api.ts';
import type { DroppedFile } from '../lib/dropped-files.ts';
import { loadActivity } from '../store/activity-thunks.ts';
import { type Drop, dropBegun, dropChanged, dropClosed, selectDrops } from '../store/drops-slice.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { noteFailure } from '../store/note-failure.ts';
import type { RootState } from '../store/store.ts';
import { createJobNews } from './job-news.ts';
import { runDrop } from './run-drop.ts';
import { useFileUpload } from './use-file-upload.ts';

/** Of the drops that run. They go on when the screen that began them is left. */
const running = new Map<string, AbortController>();

/** Ends a drop and takes back what the server has of it. */
export function cancelDrop(id: string): void {
  running.get(id)?.abort();
}

/** The file, or the folder that all of them lay in; blank for several. */
function nameOf(files: readonly DroppedFile[]): string {
  const tops = new Set(files.map(({ path }) => path.split('/', 1)[0] ?? ''));
  const [only = ''] = tops;
  return tops.size === 1 ? only : '';
}

/** Says why so many or so large files are not even begun with. */
function useRefusal() {
  const { t } = useTranslation();
  return useCallback(
    (count: number, size: number): string | undefined => {
      const { maxFiles, maxDropBytes } = importLimits;
      if (count === 0) return t('drops.nothing');
      if (count > maxFiles) return t('drops.tooMany', { count, limit: maxFiles });
      return size > maxDropBytes
        ? t('drops.tooLarge', { size: formatBytes(size), limit: formatBytes(maxDropBytes) })
        : undefined;
    },
    [t],
  );
}

/** Begins to import files. It goes on while people go on working; what comes of it is in the store. */
export function useDropFiles(): (files: readonly DroppedFile[]) => void {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const upload = useFileUpload();
  const refusalOf = useRefusal();

  return useCallback(
    (files) => {
      const id = nanoid();
      const size = files.reduce((sum, { file }) => sum + file.size, 0);
      const subject = nameOf(files) || t('drops.files', { count: files.length });
      const change = (part: Partial<Drop>) => {
        // A session that has ended has taken the drop along.
        if (selectDrops(store.getState()).some((drop) => drop.id === id))
          dispatch(dropChanged({ ...part, id }));
        else running.get(id)?.abort();
      };
      dispatch(dropBegun({ id, name: nameOf(files), fileCount: files.length, size }));
      const refusal = refusalOf(files.length, size);
      if (refusal !== undefined) {
        change({ stage: 'failed', error: refusal });
        return;
      }
      const controller = new AbortController();
      running.set(id, controller);
      const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
      window.addEventListener('beforeunload', askBeforeLeaving);
      void runDrop({
        files,
        api: createImportsApi(client),
        newKey: nanoid,
        signal: controller.signal,
        upload,
        toFailure(error) {
          const failure = toFailure(error, t('drops.uploadFailed'));
          noteFailure(dispatch, failure, t('drops.activityFailed'), { cause: error, subject });
          return failure;
        },
        change(part) {
          // From then on nothing is lost by leaving.
          if (part.stage !== undefined) window.removeEventListener('beforeunload', askBeforeLeaving);
          change(part);
        },
        news: createJobNews(store),
      }).then((outcome) => {
        running.delete(id);
        window.removeEventListener('beforeunload', askBeforeLeaving);
        if (outcome === 'cancelled') dispatch(dropClosed(id));
        // The server has noted it.
        if (outcome === 'done') void dispatch(loadActivity());
      });
    },
    [t, client, dispatch, store, upload, refusalOf],
  );
}
