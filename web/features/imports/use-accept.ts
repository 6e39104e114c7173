import { nanoid } from '@reduxjs/toolkit';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportAccept } from '#contract/imports/imports';
import type { Book } from '#contract/books/books';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';

/**
 * Adds an import to the catalogue, one request at a time. The idempotency key is reused while the content is the same, so repeating after a
 * lost response creates no second book.
 */
export function useAccept(id: number, onAccepted: (book: Book) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [isAccepting, setAccepting] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const lastRequest = useRef({ body: '', key: '' });

  const accept = async (values: Omit<ImportAccept, 'id'>) => {
    if (isAccepting) return;
    const body = JSON.stringify(values);
    if (lastRequest.current.body !== body) lastRequest.current = { body, key: nanoid() };
    setAccepting(true);
    setApiError(undefined);
    try {
      const book = await createImportsApi(client).accept(id, values, lastRequest.current.key);
      dispatch(
        notificationAdded({
          outcome: 'success',
          message: t(
            values.book_id === undefined ? 'imports.acceptedNotifications' : 'imports.takenNotifications',
          ),
          subject: book.name,
        }),
      );
      onAccepted(book);
    } catch (error) {
      const acceptError = toApiErrorDetails(error, t('imports.acceptFailed'));
      recordError(dispatch, {
        apiError: acceptError,
        attempted_action: t('imports.acceptFailed'),
        details: { cause: error },
      });
      lastRequest.current = acceptError.errors !== undefined ? { body: '', key: '' } : lastRequest.current;
      setApiError(acceptError);
    } finally {
      setAccepting(false);
    }
  };
  return { isAccepting, apiError, accept, forget: () => setApiError(undefined) };
}
