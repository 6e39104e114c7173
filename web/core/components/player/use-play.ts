import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { books } from '#contract/books/books';
import { useApi } from '#web/core/api/api-context.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { playInPlayer } from './player-control.ts';
import type { PlayRequest } from './player-state.ts';

/** Returns a function that plays a chapter in the player. */
export function usePlay(): (request: Omit<PlayRequest, 'readBook'>) => void {
  const client = useApi();
  const toast = useToast();
  const { t } = useTranslation();
  return useCallback(
    (request) => {
      const reader = createResourceReader(client, books);
      const readBook = (signal: AbortSignal) => reader.get(request.book.id, { signal });
      playInPlayer({ ...request, readBook }).catch((error: unknown) => {
        console.error('The code of the player could not be loaded', error);
        toast('error', t('player.loadFailed'));
      });
    },
    [client, toast, t],
  );
}
