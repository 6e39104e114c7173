import { useTranslation } from 'react-i18next';
import { useApi } from '../api/api-context.ts';
import { toFailure } from '../api/api-error.ts';
import type { Query } from '../api/encode.ts';
import { saveFile } from '../lib/save-file.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { noteFailure } from '../store/note-failure.ts';
import { useToast } from '../ui/use-toast.ts';

/** Downloads a file that the server makes for whoever is signed in, and says when it could not be made. */
export function useDownload() {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  return async (path: string, query: Query, name: string): Promise<void> => {
    const tried = t('sheets.exportFailed');
    try {
      const { content } = await client.download({ path, query });
      saveFile(content, name);
    } catch (error) {
      const failure = toFailure(error, tried);
      noteFailure(dispatch, failure, tried, { cause: error });
      toast('error', failure.message);
    }
  };
}
