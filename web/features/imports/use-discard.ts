import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import type { RowDeletion } from '#web/ui/row-actions.tsx';

interface NamedImport {
  readonly id: number;
  readonly name: string;
}

/** Discards imports with their files after a confirmation. The error of a failed discard is shown at the import. */
export function useDiscard(onDiscarded: (item: NamedImport) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [selectedImport, setSelectedImport] = useState<NamedImport>();
  const [byId, setById] = useState<ReadonlyMap<number, RowDeletion>>(new Map());

  const recordDeletion = (id: number, deletion: RowDeletion | undefined) =>
    setById((before) => {
      const after = new Map(before);
      if (deletion) after.set(id, deletion);
      else after.delete(id);
      return after;
    });

  return {
    /** The import whose confirmation is open. */
    selectedImport: selectedImport,
    openConfirmation: setSelectedImport,
    cancel: () => setSelectedImport(undefined),
    deletionOf: ({ id }: NamedImport) => byId.get(id),
    async confirm() {
      if (!selectedImport) return;
      setSelectedImport(undefined);
      recordDeletion(selectedImport.id, { isRunning: true });
      try {
        await createImportsApi(client).remove(selectedImport.id);
        recordDeletion(selectedImport.id, undefined);
        dispatch(
          notificationAdded({
            outcome: 'success',
            message: t('imports.discarded'),
            subject: selectedImport.name,
          }),
        );
        onDiscarded(selectedImport);
      } catch (error) {
        const apiError = toApiErrorDetails(error, t('imports.discardFailed'));
        recordError(dispatch, {
          apiError,
          attempted_action: t('imports.discardFailed'),
          details: {
            cause: error,
            subject: selectedImport.name,
          },
        });
        recordDeletion(selectedImport.id, { isRunning: false, problem: apiError.message });
      }
    },
  };
}
