import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { type AuthState, selectAuth } from '../store/auth-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { dropDraft, readDraft, writeDraft } from './form-drafts.ts';

/**
 * What an earlier session of the same account left in a form. `version` is that of the record as it was edited, which may be
 * older than the record is by now.
 */
export function useDraft(form: string, version: number | undefined) {
  const { user } = useAppSelector(selectAuth);
  const account = user?.email ?? '';
  const [draft] = useState(() => readDraft(form, account));
  return { form, account, draft, version: draft ? draft.version : version };
}

/**
 * Keeps what was typed into a form (`typed`, undefined while nothing was) when the session ends under it. Closing the form
 * drops it.
 */
export function useDraftKeeping(
  { form, account, version }: ReturnType<typeof useDraft>,
  typed: object | undefined,
) {
  const store = useStore<{ auth: AuthState }>();
  const isKept = useRef(false);
  const keep = (values: object) => {
    isKept.current = true;
    if (account !== '') writeDraft(form, account, { version, values: { ...values } });
  };
  const onSessionEnd = useRef(() => {});
  useEffect(() => {
    onSessionEnd.current = () => typed && keep(typed);
  });

  useEffect(() => {
    const { token } = selectAuth(store.getState());
    return () => {
      if (selectAuth(store.getState()).token !== token) onSessionEnd.current();
      else if (!isKept.current) dropDraft(form);
    };
  }, [store, form]);

  return {
    drop: () => dropDraft(form),
    /** Keeps values although the form closes: their save has failed. */
    keep,
  };
}
