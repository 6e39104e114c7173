import { useCallback } from 'react';
import { useApi } from '#web/core/api/api-context.ts';
import { uploadFile } from '#web/core/api/file-upload.ts';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import type { RunUploadOptions } from './run-upload.ts';

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

/** Returns a function that uploads large files. It resumes an upload of the same file by the same account. */
export function useFileUpload(): RunUploadOptions['upload'] {
  const client = useApi();
  const { user } = useAppSelector(selectAuth);
  const account = user?.email ?? '';
  return useCallback(
    ({ path, file }, options) => {
      const key = [account, path, file.size, file.lastModified].join('|');
      const { started, done } = uploadFile({
        ...options,
        client,
        file,
        key,
        storage: localStorage,
        pause,
      });
      return {
        started: started.then(({ id, import_id }) => ({ id, importId: import_id ?? undefined })),
        done,
      };
    },
    [client, account],
  );
}
