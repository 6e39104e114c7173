import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import type { Query } from '../../api/encode.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useToast } from '../../ui/use-toast.ts';

/** Downloads a file that the server makes for whoever is signed in. */
export function useCsv() {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  return async (path: string, query: Query, name: string): Promise<void> => {
    try {
      const { content } = await client.download({ path, query });
      saveFile(content, `${name}.csv`);
    } catch (error) {
      const failure = toFailure(error, t('reports.csvFailed'));
      noteFailure(dispatch, failure, t('reports.csvFailed'), { cause: error });
      toast('error', failure.message);
    }
  };
}
