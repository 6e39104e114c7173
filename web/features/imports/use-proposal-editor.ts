import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { useApi } from '#web/core/api/api-context.ts';
import { isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import {
  discardFormAutosave,
  readFormAutosave,
  withAutosave,
  writeFormAutosave,
} from '#web/core/components/form-autosaves.ts';
import { createProposalSaver } from './proposal-saver.ts';
import { changesBetween, type ProposalValues } from './proposal-values.ts';
import { useHistory } from './use-history.ts';

/**
 * Returns the state of a review. Changes are saved after a short delay, and when the screen is closed. Unsaved changes are stored in this
 * tab and restored when the import is opened again.
 */
export function useProposalEditor(proposal: ImportProposal) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const { user } = useAppSelector(selectAuth);
  const account = user?.email ?? '';
  const form = `import:${proposal.id}`;
  const [autosave] = useState(() => readFormAutosave(form, account));
  const [saver] = useState(() =>
    createProposalSaver({
      // Unsaved changes belong to the version that was edited.
      proposal: autosave?.version === undefined ? proposal : { ...proposal, version: autosave.version },
      send: (changes) => createImportsApi(client).update(proposal.id, changes),
      storeUnsaved: (unsavedValues) =>
        unsavedValues
          ? writeFormAutosave(form, account, { ...unsavedValues, values: { ...unsavedValues.values } })
          : discardFormAutosave(form),
      toApiErrorDetails(error) {
        const apiError = toApiErrorDetails(error, t('imports.saveFailed'));
        recordError(dispatch, {
          apiError,
          attempted_action: t('imports.saveFailed'),
          details: { cause: error, subject: proposal.name },
        });
        return apiError;
      },
    }),
  );
  const { stored, saved, isSaving, apiError } = useSyncExternalStore(saver.subscribe, saver.getState);
  const history = useHistory<ProposalValues>(() => withAutosave(saver.getState().saved, autosave));
  const { value: values, reset } = history;

  const isDirty = useMemo(() => changesBetween(saved, values) !== undefined, [saved, values]);

  useEffect(() => saver.want(values), [saver, values]);
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (!saver.isDirty()) return;
      event.preventDefault();
      void saver.flush();
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => {
      window.removeEventListener('beforeunload', confirmLeaving);
      void saver.flush();
    };
  }, [saver]);

  const replace = useCallback(
    (next: ImportProposal) => {
      saver.replace(next);
      reset(saver.getState().saved);
    },
    [saver, reset],
  );

  return {
    ...history,
    /** True if unsaved changes of an earlier visit were restored. */
    hasLeft: autosave !== undefined,
    values,
    stored,
    /** True while changes are unsaved or being saved. */
    isSaving: isSaving || isDirty,
    apiError,
    isConflict: apiError !== undefined && isVersionConflict(apiError),
    /**
     * Saves unsaved changes.
     * @returns the saved version; undefined if the save failed
     */
    flush: async () => ((await saver.flush()) ? saver.getState().stored.version : undefined),
    /** Replaces the edited values with the stored ones. */
    reload: async () => replace(await createImportsApi(client).get(proposal.id)),
  };
}

export type ProposalEditor = ReturnType<typeof useProposalEditor>;
