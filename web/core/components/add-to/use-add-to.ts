import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { updateRequest } from '#web/core/api/resource-requests.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { undoOffered } from '#web/core/store/undo.slice.ts';
import { useToast } from '#web/ui/use-toast.ts';
import type { Addition } from './addition.ts';
import { useIsInRelease, useSavedMessage } from '../release/use-release.ts';
import { targetDeclarations } from './target-records.ts';

/** Saves an addition with the version of its target, and offers to undo it. */
export function useAddTo(name: string) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const isInRelease = useIsInRelease();
  const [isSaving, setSaving] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();

  const detailOf = ({ record: { target }, list }: Addition, position: number) => {
    if (!list) return t('addTo.addedBlock', { name });
    return t(target === 'challenges' ? 'addTo.addedDay' : 'addTo.added', { name, number: position + 1 });
  };

  /** @returns true if it was saved */
  const save = async (addition: Addition, position: number): Promise<boolean> => {
    const { target, item } = addition.record;
    const declaration = targetDeclarations[target];
    const { updated: message, screen } = declaration.messages;
    setSaving(true);
    setApiError(undefined);
    try {
      let entry: number | undefined;
      const values = { ...addition.valuesAt(position), id: item.id, version: item.version };
      const onEntry = (createdEntry: number) => {
        entry = createdEntry;
      };
      await client.call(updateRequest(declaration, values, { onEntry }));
      const note = dispatch(notificationAdded({ outcome: 'success', message, subject: item.title }));
      if (entry !== undefined && !isInRelease)
        dispatch(undoOffered({ entry, notificationId: note.payload.id, message, at: Date.now() }));
      toast('success', savedMessage(message), { detail: detailOf(addition, position) });
      return true;
    } catch (error) {
      const updateError = toApiErrorDetails(error, screen.updateBroken);
      recordError(dispatch, {
        apiError: updateError,
        attempted_action: declaration.messages.updateFailed,
        details: { cause: error, subject: item.title },
      });
      setApiError(updateError);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, apiError, clearError: () => setApiError(undefined) };
}
