import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { Query } from '#web/core/api/encode.ts';
import { saveFile } from '#web/core/lib/save-file.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';

/**
 * Returns a function that downloads a file created for the signed-in user, and reports errors.
 * @param errorMessage the error message; default: that of an export
 */
export function useDownload(errorMessage?: string) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  return async (path: string, query: Query, name: string): Promise<void> => {
    const attempted_action = errorMessage ?? t('spreadsheets.exportFailed');
    try {
      const { content } = await client.download({ path, query });
      saveFile(content, name);
    } catch (error) {
      const apiError = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
      toast('error', apiError.message);
    }
  };
}
