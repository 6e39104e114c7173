import { nanoid } from '@reduxjs/toolkit';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportAccept } from '#contract/imports';
import type { Book } from '#contract/resources/books';
import { useApi } from '../../api/api-context.ts';
import { type ApiFailure, toFailure } from '../../api/api-error.ts';
import { createImportsApi } from '../../api/imports-api.ts';
import { activityNoted } from '../../store/activity-slice.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';

/**
 * Accepts a draft, once at a time. The idempotency key stays for as long as the same is asked for, so that asking again after
 * a lost answer makes no second book.
 */
export function useAccept(id: number, onAccepted: (book: Book) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [isAccepting, setAccepting] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const asked = useRef({ body: '', key: '' });

  const accept = async (values: Omit<ImportAccept, 'id'>) => {
    if (isAccepting) return;
    const body = JSON.stringify(values);
    if (asked.current.body !== body) asked.current = { body, key: nanoid() };
    setAccepting(true);
    setFailure(undefined);
    try {
      const book = await createImportsApi(client).accept(id, values, asked.current.key);
      dispatch(
        activityNoted({
          outcome: 'success',
          message: t(values.book_id === undefined ? 'imports.acceptedActivity' : 'imports.takenActivity'),
          subject: book.name,
        }),
      );
      onAccepted(book);
    } catch (error) {
      const failed = toFailure(error, t('imports.acceptFailed'));
      noteFailure(dispatch, failed, t('imports.acceptFailed'), { cause: error });
      asked.current = failed.errors !== undefined ? { body: '', key: '' } : asked.current;
      setFailure(failed);
    } finally {
      setAccepting(false);
    }
  };
  return { isAccepting, failure, accept, forget: () => setFailure(undefined) };
}
