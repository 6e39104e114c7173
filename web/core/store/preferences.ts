import { createSelector, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { isLocale, type Preferences, readPreferences } from '#contract/users/preferences';
import { profileEndpoints } from '#contract/auth/profile';
import { changeListView, onListViewChosen, readListView } from '#web/core/lib/list-view.ts';
import { type AuthState, preferencesChanged } from './auth.slice.ts';
import type { StoreExtra } from './extra.ts';
import type { AppStore } from './store.ts';

interface State {
  readonly auth: AuthState;
}

/** Returns the preferences of the signed-in user; undefined without a session, and on servers that store no preferences. */
export const selectPreferences: (state: State) => Preferences | undefined = createSelector(
  [(state: State) => state.auth.user?.preferences],
  (preferences) => (preferences === undefined ? undefined : readPreferences(preferences)),
);

/** Returns the locale of times and numbers. Texts stay in the language of the interface. */
export const selectLocale = (state: State): string => {
  const chosenLocale = selectPreferences(state)?.locale ?? navigator.language;
  return isLocale(chosenLocale) ? chosenLocale : 'en';
};

/** Applies preferences immediately and sends them to the account. If the server rejects them, they apply until the page is reloaded. */
export const changePreferences =
  (
    changes: Partial<Preferences>,
  ): ThunkAction<Promise<void>, { readonly auth: AuthState }, StoreExtra, UnknownAction> =>
  async (dispatch, getState, { client, sessions }) => {
    const before = selectPreferences(getState());
    if (!before) return;
    dispatch(preferencesChanged({ ...before, ...changes }));
    const { user } = getState().auth;
    if (user) sessions.writeUser(user);
    try {
      const { locale, ...rest } = changes;
      await client.call({
        ...profileEndpoints.update,
        json: { ...rest, ...(locale !== undefined && { locale: locale ?? '' }) },
      });
    } catch (error) {
      console.error('PUT /profile', error);
    }
  };

/**
 * Applies the page size of the account to lists before their first request. A page size chosen in a list is stored with the account.
 * @returns a function that stops it
 */
export function followPreferences(store: AppStore): () => void {
  let rows: number | undefined;
  const follow = () => {
    const preferredRows = selectPreferences(store.getState())?.rows;
    if (preferredRows !== undefined && preferredRows !== rows) changeListView({ pageSize: preferredRows });
    rows = preferredRows;
  };
  const save = () => {
    const { pageSize } = readListView();
    if (pageSize !== selectPreferences(store.getState())?.rows)
      void store.dispatch(changePreferences({ rows: pageSize }));
  };
  follow();
  const ends = [store.subscribe(follow), onListViewChosen(save)];
  return () => ends.forEach((end) => end());
}
