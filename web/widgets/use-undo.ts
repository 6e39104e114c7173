import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/define-resource';
import { journalEndpoints, undone } from '#contract/journal';
import { useApi } from '../api/api-context.ts';
import { toFailure } from '../api/api-error.ts';
import { readData } from '../api/client.ts';
import { activityNoted } from '../store/activity-slice.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { noteFailure } from '../store/note-failure.ts';
import { recordsUndone, undoWithdrawn } from '../store/undo-slice.ts';
import { useToast } from '../ui/use-toast.ts';

/** Takes back what an entry of the journal tells of, once; says how that went, and has the lists read again. */
export function useUndo(): (entry: number) => Promise<boolean> {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const running = useRef(new Set<number>());
  return useCallback(
    async (entry) => {
      if (running.current.has(entry)) return false;
      running.current.add(entry);
      try {
        const answer = await client.call({
          method: journalEndpoints.undo.method,
          path: pathOf(journalEndpoints.undo, entry),
        });
        const { record } = undone.parse(readData(answer));
        dispatch(undoWithdrawn(entry));
        dispatch(recordsUndone());
        dispatch(activityNoted({ outcome: 'success', message: t('ui.undone'), subject: record.name }));
        // Id 0: many at once, which goes on in the background.
        toast('success', t(record.id === 0 ? 'ui.undoingOf' : 'ui.undoneOf', { name: record.name }));
        return true;
      } catch (error) {
        const failure = toFailure(error, t('ui.undoFailed'));
        noteFailure(dispatch, failure, t('ui.undoFailed'), { cause: error });
        if (failure.status === 409) dispatch(undoWithdrawn(entry));
        toast('error', failure.message, {
          link: { text: t('ui.compareChange'), href: `/history/entries/${entry}` },
        });
        return false;
      } finally {
        running.current.delete(entry);
      }
    },
    [client, dispatch, t, toast],
  );
}
