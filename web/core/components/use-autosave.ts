import { useContext, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { type AuthState, selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { FormContainerContext } from '#web/ui/form-container.ts';
import { discardFormAutosave, readFormAutosave, writeFormAutosave } from './form-autosaves.ts';

/**
 * Returns the values of a form that an earlier session of the same account autosaved. `version` is the version of the edited record, which
 * may be older than the current one.
 */
export function useFormAutosave(form: string, version: number | undefined) {
  const { user } = useAppSelector(selectAuth);
  const account = user?.email ?? '';
  const [autosave] = useState(() => readFormAutosave(form, account));
  return { form, account, autosave, version: autosave ? autosave.version : version };
}

/**
 * Autosaves edited values (`typed`, undefined without edits) when the session ends. Closing a dialog discards the autosave. Leaving a page
 * keeps it.
 */
export function useAutosave(
  { form, account, version }: ReturnType<typeof useFormAutosave>,
  typedValues: object | undefined,
) {
  const store = useStore<{ auth: AuthState }>();
  const { isPage } = useContext(FormContainerContext);
  const hasWritten = useRef(false);
  const isDiscarded = useRef(false);
  const storeValues = (values: object) => {
    hasWritten.current = true;
    if (account !== '') writeFormAutosave(form, account, { version, values: { ...values } });
  };
  const onSessionEnd = useRef(() => {});
  useEffect(() => {
    onSessionEnd.current = () => typedValues && storeValues(typedValues);
  });

  useEffect(() => {
    const { token } = selectAuth(store.getState());
    return () => {
      if (isDiscarded.current) return;
      if (isPage || selectAuth(store.getState()).token !== token) onSessionEnd.current();
      else if (!hasWritten.current) discardFormAutosave(form);
    };
  }, [store, form, isPage]);

  return {
    discard: () => {
      isDiscarded.current = true;
      discardFormAutosave(form);
    },
    /** Stores the values of a closed form whose save failed. */
    keep: storeValues,
  };
}
