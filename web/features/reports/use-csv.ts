import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import type { Query } from '../../api/encode.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
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
      const url = URL.createObjectURL(content);
      const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      const failure = toFailure(error, t('reports.csvFailed'));
      noteFailure(dispatch, failure, t('reports.csvFailed'), { cause: error });
      toast('error', failure.message);
    }
  };
}
