import { nanoid } from '@reduxjs/toolkit';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { messages } from '#contract/core/messages';
import { type ApiErrorDetails, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { carriesFile } from '#web/core/api/encode.ts';
import type { ItemRef } from '#web/core/api/resource-requests.ts';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { type UploadState, useLargeFiles } from './use-large-files.ts';

export interface Saving extends Partial<Omit<UploadState, 'progress'>> {
  /** Set while files are uploaded: 0 to 1, where 1 means that the server is processing. */
  readonly progress: number | undefined;
}

export type SaveOutcome<Item> = { readonly saved: Item | undefined } | { readonly apiError: ApiErrorDetails };

/** Returns the message of a failed save: that of the server, otherwise the default for this type of error. */
export function saveErrorText(
  { messages: { screen } }: ResourceDeclaration,
  { serverMessage, kind, status }: ApiErrorDetails,
  isNew: boolean,
): string {
  if (serverMessage !== undefined) return serverMessage;
  if (status === 422) return messages.validationFailed;
  const hasResponse = kind === 'http' && status === 200;
  if (isNew) return hasResponse ? screen.createFailed : screen.createBroken;
  return hasResponse ? screen.updateFailed : screen.updateBroken;
}

/**
 * Saves an item: updates `storedItem`, or creates a record without it. All creates of a form send one idempotency key, renewed when the server
 * rejects the content. A repeated submit after a lost response therefore creates no second record. A running save continues after its form
 * is closed, and leaving the page then requires a confirmation. Only a running upload can be cancelled; it then fails as `aborted`. Large
 * files are uploaded in parts before the save.
 * @param onSuccess called immediately after the save succeeded
 */
export function useSave<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  storedItem: ItemRef | undefined,
  onSuccess?: () => void,
) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [saving, setSaving] = useState<Saving>();
  const key = useRef(nanoid());
  const controller = useRef<AbortController>(undefined);
  const large = useLargeFiles(slice.declaration);

  const errorText = (apiError: ApiErrorDetails) => saveErrorText(slice.declaration, apiError, !storedItem);

  const save = async (input: object): Promise<SaveOutcome<ItemOf<R>>> => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const isLarge = large.has(input);
    const hasFile = carriesFile(input);
    setSaving({ progress: hasFile ? 0 : undefined });
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    const end = () => {
      window.removeEventListener('beforeunload', confirmLeaving);
      setSaving(undefined);
    };
    let values = input;
    if (isLarge)
      try {
        values = await large.send(input, { signal, onChange: setSaving });
        setSaving({ progress: 1 });
      } catch (error) {
        end();
        const apiError = toApiErrorDetails(
          error,
          slice.declaration.messages.screen[storedItem ? 'updateBroken' : 'createBroken'],
        );
        recordError(dispatch, {
          apiError,
          attempted_action: t('batches.uploadFailed'),
          details: { cause: error },
        });
        return { apiError: { ...apiError, message: errorText(apiError) } };
      }
    // The upload takes most of the time.
    const onUploadProgress = (progress: number) => setSaving({ progress: isLarge ? 1 : progress });
    // A request with progress has the longer timeout of an upload.
    const options = { signal, onSuccess, ...(hasFile && { onUploadProgress }) };
    const action = storedItem
      ? await dispatch(
          slice.update({ values: { ...values, id: storedItem.id, version: storedItem.version }, ...options }),
        )
      : await dispatch(slice.add({ values, idempotencyKey: key.current, ...options }));
    end();
    if (action.meta.requestStatus === 'fulfilled') return { saved: action.payload as ItemOf<R> | undefined };
    const apiError = action.payload as ApiErrorDetails;
    if (apiError.status === 422) key.current = nanoid();
    large.forgetRejected(apiError.errors ?? {});
    return { apiError: { ...apiError, message: errorText(apiError) } };
  };

  const isUploading = saving?.progress !== undefined && saving.progress < 1;
  return { saving, save, isUploading, cancelUpload: () => controller.current?.abort() };
}
