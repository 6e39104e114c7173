import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiRequest } from '#web/core/api/client.ts';
import { useToast } from '#web/ui/use-toast.ts';

/** Returns a function that changes the account, one request at a time. Errors are shown in a toast. */
export function useAccountRequest() {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const [isRunning, setRunning] = useState(false);
  return {
    isRunning,
    async run(call: ApiRequest, message: string): Promise<boolean> {
      if (isRunning) return false;
      setRunning(true);
      try {
        await client.call(call);
        toast('success', message);
        return true;
      } catch (error) {
        toast('error', toApiErrorDetails(error, t('profile.failed')).message);
        return false;
      } finally {
        setRunning(false);
      }
    },
  };
}
