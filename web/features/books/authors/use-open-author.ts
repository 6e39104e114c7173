import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuthorEntry, authorEntry, authorsEndpoints } from '#contract/authors';
import { pathOf } from '#contract/define-resource';
import { useApi } from '../../../api/api-context.ts';
import { isAborted, toFailure } from '../../../api/api-error.ts';
import { readData } from '../../../api/client.ts';
import { openParameter } from '../../../lib/record-address.ts';
import { useToast } from '../../../ui/use-toast.ts';
import { useAddress } from '../../../widgets/use-address.ts';

/** Opens the author that the address names (`?open=12`), and takes it out of the address. */
export function useOpenAuthor(open: (author: AuthorEntry) => void): void {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const { parameters, write } = useAddress();
  const wanted = parameters.get(openParameter);

  const show = useEffectEvent((author: AuthorEntry) => {
    write({ [openParameter]: undefined }, { replace: true });
    open(author);
  });
  const fail = useEffectEvent((error: unknown) => {
    write({ [openParameter]: undefined }, { replace: true });
    toast('error', toFailure(error, t('authors.loadFailed')).message);
  });

  useEffect(() => {
    if (wanted === null) return undefined;
    const controller = new AbortController();
    const { method } = authorsEndpoints.get;
    const path = pathOf(authorsEndpoints.get, Number(wanted) || 0);
    client.call({ method, path, signal: controller.signal }).then(
      (answer) => {
        if (!controller.signal.aborted) show(authorEntry.parse(readData(answer)));
      },
      (error: unknown) => {
        if (!controller.signal.aborted && !isAborted(error)) fail(error);
      },
    );
    return () => controller.abort();
  }, [client, wanted]);
}
