import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { Settings } from '#contract/settings';
import { settings as settingsSchema } from '#contract/settings';
import { activityReducer } from './activity-slice.ts';
import { type AuthState, authReducer, toAuthState } from './auth-slice.ts';
import type { StoreExtra } from './extra.ts';
import { keepActivity, readKeptActivity } from './kept-activity.ts';
import {
  booksSlice,
  categoriesSlice,
  challengesSlice,
  collectionsSlice,
  mobileConfigsSlice,
  storyBooksSlice,
  subCategoriesSlice,
} from './slices.ts';

const defaults = settingsSchema.parse({});

const rootReducer = combineReducers({
  auth: authReducer,
  activity: activityReducer,
  settings: (state: Settings = defaults) => state,
  books: booksSlice.reducer,
  categories: categoriesSlice.reducer,
  subCategories: subCategoriesSlice.reducer,
  collections: collectionsSlice.reducer,
  storyBooks: storyBooksSlice.reducer,
  mobileConfigs: mobileConfigsSlice.reducer,
  challenges: challengesSlice.reducer,
});

export interface AppStoreOptions extends StoreExtra {
  readonly settings?: Settings | undefined;
  /** The persisted copy. Of the token it knows nothing that counts; it only lends a user that the keys lost. */
  readonly persisted?: Partial<AuthState> | undefined;
  /** Where the activity log is kept over reloads; absent where it is not. */
  readonly tabStorage?: Storage | undefined;
}

/** The application's state. Who is signed in is read from the four keys of `sessions`. */
export function createAppStore({
  client,
  sessions,
  settings = defaults,
  persisted,
  tabStorage,
}: AppStoreOptions) {
  const auth = toAuthState(sessions.read());
  const restoredUser = auth.isAuthenticated && persisted?.token === auth.token ? persisted.user : undefined;
  const user = auth.user ?? restoredUser ?? null;
  const activity = tabStorage && readKeptActivity(tabStorage, user?.email);
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: { auth: { ...auth, user }, settings, ...(activity && { activity }) },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: { client, sessions } satisfies StoreExtra } }),
  });
  if (tabStorage) keepActivity(store, tabStorage);
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = AppStore['dispatch'];

export const selectSettings = (state: RootState): Settings => state.settings;
