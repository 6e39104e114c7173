import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import type { ItemOf, ResourceDeclaration } from '#contract/define-resource';
import { useApi } from '../api/api-context.ts';
import { isAborted, toFailure } from '../api/api-error.ts';
import { createResourceApi } from '../api/resource-api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { noteFailure } from '../store/note-failure.ts';
import { useToast } from '../ui/use-toast.ts';

/** Opens the editor of the record that the address asks for by `?edit=ID`, and takes that out of the address. */
export function useEditAddress<R extends ResourceDeclaration>(
  declaration: R,
  open: (item: ItemOf<R>) => void,
): void {
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [parameters, setParameters] = useSearchParams();
  const id = Number(parameters.get('edit') ?? '');
  const settle = useEffectEvent((item: ItemOf<R> | undefined, error?: unknown) => {
    setParameters(
      (before) => {
        before.delete('edit');
        return before;
      },
      { replace: true },
    );
    if (item) open(item);
    else {
      const failure = toFailure(error, declaration.messages.screen.loadFailed);
      noteFailure(dispatch, failure, failure.message, { cause: error });
      toast('error', failure.message);
    }
  });
  useEffect(() => {
    if (!Number.isInteger(id) || id <= 0) return undefined;
    const controller = new AbortController();
    createResourceApi(client, declaration)
      .get(id, { signal: controller.signal })
      .then(
        (item) => settle(item),
        (error: unknown) => {
          if (!isAborted(error)) settle(undefined, error);
        },
      );
    return () => controller.abort();
  }, [client, declaration, id]);
}
