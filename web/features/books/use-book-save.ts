import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useRef, useState } from 'react';
import type { Book } from '#contract/resources/books';
import type { ApiFailure } from '../../api/api-error.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { booksSlice } from '../../store/slices.ts';

interface Saving {
  /** Shown while files go up: 0 to 1, where 1 means that the server works on them. */
  readonly progress: number | undefined;
}

/**
 * Saves a book once at a time. A create carries one idempotency key for the life of the form, renewed when the server
 * refused the content, so that a repeated submit after a lost answer makes no second book.
 */
export function useBookSave(book: Book | undefined) {
  const dispatch = useAppDispatch();
  const [saving, setSaving] = useState<Saving>();
  const key = useRef(nanoid());
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /** Resolves to the failure, or to nothing when the book is saved. A save that was cancelled is `aborted`. */
  const save = async (values: {
    id?: number;
    version?: number | undefined;
    image?: File;
    audio?: File;
  }): Promise<ApiFailure | undefined> => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setSaving({ progress: undefined });
    const onUploadProgress = (fraction: number) => setSaving({ progress: fraction });
    // Whoever asks for progress gives the call the patience of an upload.
    const isUpload = values.image !== undefined || values.audio !== undefined;
    const options = { signal, ...(isUpload && { onUploadProgress }) };
    const action = book
      ? await dispatch(booksSlice.update({ values: { ...values, id: book.id }, ...options }))
      : await dispatch(booksSlice.add({ values, idempotencyKey: key.current, ...options }));
    setSaving(undefined);
    if (action.meta.requestStatus === 'fulfilled') return undefined;
    const failure = action.payload as ApiFailure | undefined;
    if (failure?.status === 422) key.current = nanoid();
    return failure ?? { kind: 'network', status: 0, message: booksSlice.declaration.messages.addFailed };
  };

  return { saving, save, cancel: () => controller.current?.abort() };
}
