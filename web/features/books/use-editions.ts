import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Book, books } from '#contract/books/books';
import { limits } from '#contract/core/limits';
import type { ApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { useAfterUndo } from '#web/core/components/use-after-undo.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { saveErrorText } from '#web/core/components/use-save.ts';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { booksSlice } from './books.slice.ts';

/** Returns true if other books of the list name this one as their first edition. */
export const isFirstEdition = (edition: Book, editions: readonly Book[]): boolean =>
  editions.some(({ edition_of }) => edition_of?.id === edition.id);

/** Returns the books of a work: the first edition, then the others, the oldest first. */
const inOrder = (editions: readonly Book[]): Book[] =>
  editions.toSorted(
    (a, b) => Number(isFirstEdition(b, editions)) - Number(isFirstEdition(a, editions)) || a.id - b.id,
  );

/** Reads the books of a work with the list of books, and again after every undo. Sets their first edition. */
export function useEditions({ code, version }: Pick<Book, 'code' | 'version'>, onSaved: () => void) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const query = { work_of: code, with_chapters: 0, page: 1, items_per_page: limits.maxPageSize };
      const { items, total } = await createResourceReader(client, books).list(query, { signal });
      return { editions: inOrder(items), total };
    },
    [code],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('editions.failed') });
  useAfterUndo(retry);
  const readVersion = useRef(version);
  useEffect(() => {
    if (readVersion.current === version) return;
    readVersion.current = version;
    retry();
  }, [version, retry]);

  /** Names an edition of the work of a book. A blank code removes the book from its work. */
  const setEdition = async (edition: Book, edition_of: string): Promise<boolean> => {
    const values = { id: edition.id, version: edition.version, edition_of };
    const action = await dispatch(booksSlice.update({ values }));
    if (action.meta.requestStatus === 'fulfilled') {
      toast('success', savedMessage(books.messages.updated));
      retry();
      onSaved();
      return true;
    }
    toast('error', saveErrorText(books, action.payload as ApiErrorDetails, false));
    return false;
  };

  // The list stays visible while it is read again.
  return { work: useLastDefined(value), apiError, retry, setEdition };
}
