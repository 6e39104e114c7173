import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { createImportsApi } from '../../api/imports-api.ts';
import { activityNoted } from '../../store/activity-slice.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import type { RowDeletion } from '../../ui/row-actions.tsx';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Drops imports with their files. The question stands in a dialog; a failure beside what it is about. */
export function useDropping(onDropped: (item: Named) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<Named>();
  const [byId, setById] = useState<ReadonlyMap<number, RowDeletion>>(new Map());

  const note = (id: number, deletion: RowDeletion | undefined) =>
    setById((before) => {
      const after = new Map(before);
      if (deletion) after.set(id, deletion);
      else after.delete(id);
      return after;
    });

  return {
    /** What is asked about now. */
    asked,
    ask: setAsked,
    cancel: () => setAsked(undefined),
    deletionOf: ({ id }: Named) => byId.get(id),
    async confirm() {
      if (!asked) return;
      setAsked(undefined);
      note(asked.id, { isRunning: true });
      try {
        await createImportsApi(client).remove(asked.id);
        note(asked.id, undefined);
        dispatch(activityNoted({ outcome: 'success', message: t('imports.dropped'), subject: asked.name }));
        onDropped(asked);
      } catch (error) {
        const failure = toFailure(error, t('imports.dropFailed'));
        noteFailure(dispatch, failure, t('imports.dropFailed'), { cause: error, subject: asked.name });
        note(asked.id, { isRunning: false, fault: failure.message });
      }
    },
  };
}
