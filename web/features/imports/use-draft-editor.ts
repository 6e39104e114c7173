import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportDraft } from '#contract/import-draft';
import { useApi } from '../../api/api-context.ts';
import { isVersionConflict, toFailure } from '../../api/api-error.ts';
import { createImportsApi } from '../../api/imports-api.ts';
import { selectAuth } from '../../store/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { dropDraft, readDraft, withDraft, writeDraft } from '../../widgets/form-drafts.ts';
import { createDraftSaver } from './draft-saver.ts';
import { changesBetween, type DraftValues } from './draft-values.ts';
import { useHistory } from './use-history.ts';

/**
 * The machine of the review: what was corrected is saved a moment later, and at the latest when the screen is left. What
 * could not be saved stays in this tab and is taken up when the draft is opened again.
 */
export function useDraftEditor(draft: ImportDraft) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const { user } = useAppSelector(selectAuth);
  const account = user?.email ?? '';
  const form = `import:${draft.id}`;
  const [left] = useState(() => readDraft(form, account));
  const [saver] = useState(() =>
    createDraftSaver({
      // What was left unsaved belongs to the version it was made of.
      draft: left?.version === undefined ? draft : { ...draft, version: left.version },
      send: (changes) => createImportsApi(client).update(draft.id, changes),
      keep: (unsaved) =>
        unsaved ? writeDraft(form, account, { ...unsaved, values: { ...unsaved.values } }) : dropDraft(form),
      toFailure(error) {
        const failure = toFailure(error, t('imports.saveFailed'));
        noteFailure(dispatch, failure, t('imports.saveFailed'), { cause: error, subject: draft.name });
        return failure;
      },
    }),
  );
  const { stored, saved, isSaving, failure } = useSyncExternalStore(saver.subscribe, saver.getState);
  const history = useHistory<DraftValues>(() => withDraft(saver.getState().saved, left));
  const { value: values, reset } = history;

  const isDirty = useMemo(() => changesBetween(saved, values) !== undefined, [saved, values]);

  useEffect(() => saver.want(values), [saver, values]);
  useEffect(() => {
    const askBeforeLeaving = (event: BeforeUnloadEvent) => {
      if (!saver.isDirty()) return;
      event.preventDefault();
      void saver.flush();
    };
    window.addEventListener('beforeunload', askBeforeLeaving);
    return () => {
      window.removeEventListener('beforeunload', askBeforeLeaving);
      void saver.flush();
    };
  }, [saver]);

  const replace = useCallback(
    (next: ImportDraft) => {
      saver.replace(next);
      reset(saver.getState().saved);
    },
    [saver, reset],
  );

  return {
    ...history,
    /** These were left unsaved when the draft was open before. */
    hasLeft: left !== undefined,
    values,
    stored,
    /** Something is still to be saved, or is being saved now. */
    isSaving: isSaving || isDirty,
    failure,
    isConflict: failure !== undefined && isVersionConflict(failure),
    /** Saves what is not saved; the version that then holds all of it, undefined when that failed. */
    flush: async () => ((await saver.flush()) ? saver.getState().stored.version : undefined),
    /** Takes the stored state in place of what was edited. */
    reload: async () => replace(await createImportsApi(client).get(draft.id)),
  };
}

export type DraftEditor = ReturnType<typeof useDraftEditor>;
