import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuthorEntry, authorEntry, authorsEndpoints } from '#contract/contributors/authors';
import { pathOf } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { openParameter } from '#web/core/lib/record-address.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { useAddress } from '#web/core/components/use-address.ts';

/** Opens the author in the address (`?open=12`) and removes the parameter. */
export function useOpenContributor(open: (author: AuthorEntry) => void): void {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const { parameters, write } = useAddress();
  const openId = parameters.get(openParameter);

  const show = useEffectEvent((author: AuthorEntry) => {
    write({ [openParameter]: undefined }, { replace: true });
    open(author);
  });
  const fail = useEffectEvent((error: unknown) => {
    write({ [openParameter]: undefined }, { replace: true });
    toast('error', toApiErrorDetails(error, t('contributors.loadFailed')).message);
  });

  useEffect(() => {
    if (openId === null) return undefined;
    const controller = new AbortController();
    const { method } = authorsEndpoints.get;
    const path = pathOf(authorsEndpoints.get, Number(openId) || 0);
    client.call({ method, path, signal: controller.signal }).then(
      (response) => {
        if (!controller.signal.aborted) show(authorEntry.parse(readData(response)));
      },
      (error: unknown) => {
        if (!controller.signal.aborted && !isAborted(error)) fail(error);
      },
    );
    return () => controller.abort();
  }, [client, openId]);
}
