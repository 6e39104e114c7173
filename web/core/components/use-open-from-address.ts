import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { hasPage, NEW_RECORD, openParameter, recordAddress } from '#web/core/lib/record-address.ts';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { useAddress } from './use-address.ts';

/**
 * Opens the form of a new record (`?open=new`), or leads to the page of a record (`?open=12`). A record without a page is
 * opened here. `open` decides what is shown to whom.
 */
export function useOpenFromAddress<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  open: (item: ItemOf<R> | undefined) => void,
): void {
  const client = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const { parameters, write } = useAddress();
  const openId = parameters.get(openParameter);
  const { declaration } = slice;

  const show = useEffectEvent(open);
  const forget = useEffectEvent(() => write({ [openParameter]: undefined }, { replace: true }));
  const fail = useEffectEvent((error: unknown) => {
    forget();
    toast('error', toApiErrorDetails(error, declaration.messages.fetchFailed).message);
  });

  useEffect(() => {
    if (openId === null) return undefined;
    if (openId === NEW_RECORD) {
      // Once the screen has filled its address.
      queueMicrotask(forget);
      show(undefined);
      return undefined;
    }
    if (hasPage(declaration.name)) {
      void navigate(recordAddress(declaration.name, Number(openId) || 0), { replace: true });
      return undefined;
    }
    const controller = new AbortController();
    createResourceReader(client, declaration)
      .get(Number(openId) || 0, controller)
      .then(
        (item) => {
          if (controller.signal.aborted) return;
          forget();
          show(item);
        },
        (error: unknown) => {
          if (!controller.signal.aborted && !isAborted(error)) fail(error);
        },
      );
    return () => controller.abort();
  }, [client, declaration, navigate, openId]);
}
