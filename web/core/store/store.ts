import { combineReducers, configureStore, type StateFromReducersMapObject } from '@reduxjs/toolkit';
import { setLanguagesInForce } from '#contract/core/languages';
import type { PageSettings } from '#contract/settings/page';
import type { StoreSlice } from '#web/core/lib/module.ts';
import { activeReleaseReducer } from './active-release.slice.ts';
import { notificationsReducer } from './notifications.slice.ts';
import { type AuthState, authReducer, toAuthState } from './auth.slice.ts';
import { customFieldsReducer } from './custom-fields.slice.ts';
import type { StoreExtra } from './extra.ts';
import { jobsReducer } from './jobs.slice.ts';
import { overviewReducer } from './overview.slice.ts';
import { undoReducer } from './undo.slice.ts';
import { settingsReducer, usualSettings } from './settings.slice.ts';
import { keepNotifications, readStoredNotifications } from './stored-notifications.ts';

const ownReducers = {
  activeRelease: activeReleaseReducer,
  auth: authReducer,
  customFields: customFieldsReducer,
  notifications: notificationsReducer,
  jobs: jobsReducer,
  overview: overviewReducer,
  undo: undoReducer,
  settings: settingsReducer,
};

/** The state that every component may read. Slices of modules have their own selectors. */
export type RootState = StateFromReducersMapObject<typeof ownReducers>;

export interface AppStoreOptions extends StoreExtra {
  /** The slices of the modules. */
  readonly slices: readonly StoreSlice[];
  readonly settings?: PageSettings | undefined;
  /** The persisted copy of the auth slice. It does not define the session; it only provides the user if that key is missing. */
  readonly persisted?: Partial<AuthState> | undefined;
  /** The storage for notifications across reloads; undefined if they are not stored. */
  readonly tabStorage?: Storage | undefined;
}

/** Returns the store of the application. The session is read from the four keys of `sessions`. */
export function createAppStore({
  slices,
  client,
  sessions,
  settings = usualSettings,
  persisted,
  tabStorage,
}: AppStoreOptions) {
  setLanguagesInForce(settings.languages);
  const auth = toAuthState(sessions.read());
  const restoredUser = auth.isAuthenticated && persisted?.token === auth.token ? persisted.user : undefined;
  const user = auth.user ?? restoredUser ?? null;
  const notifications = tabStorage && readStoredNotifications(tabStorage, user?.email);
  const reducer = combineReducers<typeof ownReducers>({
    ...Object.fromEntries(slices.map((slice) => [slice.stateKey, slice.reducer])),
    ...ownReducers,
  });
  const store = configureStore({
    reducer,
    preloadedState: { auth: { ...auth, user }, settings, ...(notifications && { notifications }) },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: { client, sessions } satisfies StoreExtra } }),
  });
  if (tabStorage) keepNotifications(store, tabStorage);
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];

export const selectSettings = (state: RootState): PageSettings => state.settings;
