import {
  createAction,
  createAsyncThunk,
  createSlice,
  type ThunkAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { authEndpoints, signedOutSession, type User } from '#contract/auth/auth';
import { messages } from '#contract/core/messages';
import type { Preferences } from '#contract/users/preferences';
import { type SecondStepNeeded, secondStepNeeded } from '#contract/auth/two-factor';
import { ApiError, isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { isWebAddress } from '#web/core/api/provider-sign-in.ts';
import { toFormData } from '#web/core/api/encode.ts';
import { runBeforeSignOut } from './before-sign-out.ts';
import { claimStorage, clearAccountStorage } from './account-storage.ts';
import { readSession, type ReadSession, readUser } from '#web/core/api/read-session.ts';
import type { StoreExtra, ThunkConfig } from './extra.ts';
import { sessionEnded, sessionSynced } from './session-actions.ts';
import type { StoredSession } from './session-storage.ts';

export interface AuthState {
  readonly user: User | null;
  readonly token: string | null;
  readonly tokenType: string | null;
  readonly expiresIn: number | null;
  readonly isAuthenticated: boolean;
  readonly loading: boolean;
  readonly error: string | null;
  /** The email address of the user whose session was ended by the server. */
  readonly interrupted: string | null;
}

export const signedOut: AuthState = {
  user: null,
  token: null,
  tokenType: null,
  expiresIn: null,
  isAuthenticated: false,
  loading: false,
  error: null,
  interrupted: null,
};

/** Returns the state that the four keys describe. */
export function toAuthState(storedSession: StoredSession | undefined): AuthState {
  return storedSession ? { ...signedOut, ...storedSession, isAuthenticated: true } : signedOut;
}

const fromSession = ({ access_token, token_type, expires_in, user }: ReadSession): AuthState => ({
  ...signedOut,
  token: access_token,
  tokenType: token_type,
  expiresIn: expires_in,
  user,
  isAuthenticated: true,
});

/** A session created by a sign-in with several steps. It is now the session of this browser. */
export const sessionBegun = createAction<ReadSession>('auth/started');

/** The signed-in user changed the preferences. */
export const preferencesChanged = createAction<Preferences>('auth/preferences');

/** The permissions of the signed-in user were read again. */
export const permissionsChanged = createAction<User>('auth/rights');

export const beginSession =
  (session: ReadSession): ThunkAction<void, unknown, StoreExtra, UnknownAction> =>
  (dispatch, _getState, { sessions }) => {
    claimStorage(session.user.email);
    sessions.write(session);
    dispatch(sessionBegun(session));
  };

/** Signs in. Resolves to the session, or to the second step that the server requires. The user is not signed in before that step. */
export const login = createAsyncThunk<
  ReadSession | SecondStepNeeded,
  { email: string; password: string },
  ThunkConfig
>('auth/login', async (credentials, { extra, rejectWithValue }) => {
  const before = extra.sessions.read()?.token;
  try {
    const response = await extra.client.call({ ...authEndpoints.login, form: toFormData(credentials) });
    const next = secondStepNeeded.safeParse(readData(response));
    if (next.success) return next.data;
    const session = readSession(readData(response));
    if (!session) throw new ApiError({ kind: 'http', status: 200 });
    claimStorage(session.user.email);
    extra.sessions.write(session);
    return session;
  } catch (error) {
    console.error(messages.loginFailed, error);
    // Another tab may have signed in concurrently. Its session is not cleared.
    if (extra.sessions.read()?.token === before) extra.sessions.clear();
    return rejectWithValue(toApiErrorDetails(error, messages.loginFailed));
  }
});

const retryDelaysMs = [500, 1500];

const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout' || error.status >= 500);

async function readProfile(client: ApiClient, signal: AbortSignal): Promise<User> {
  for (let attempt = 0; ; attempt++) {
    try {
      const user = readUser(readData(await client.call({ ...authEndpoints.me, signal })));
      if (!user) throw new ApiError({ kind: 'http', status: 200 });
      return user;
    } catch (error) {
      const delay = retryDelaysMs[attempt];
      if (delay === undefined || !isWorthRetrying(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal.throwIfAborted();
    }
  }
}

/** Reads the user again. Network errors and 5xx are retried twice. Then the session ends with the error. */
export const fetchProfile = createAsyncThunk<User, void, ThunkConfig>(
  'auth/profile',
  async (_, { extra, rejectWithValue, signal }) => {
    const token = extra.sessions.read()?.token;
    const isCurrent = () => extra.sessions.read()?.token === token;
    try {
      const user = await readProfile(extra.client, signal);
      if (!isCurrent()) throw new ApiError({ kind: 'aborted', status: 0 });
      extra.sessions.writeUser(user);
      return user;
    } catch (error) {
      const apiError = toApiErrorDetails(error, messages.profileFailed);
      // A session that ended or changed during the request is not cleared.
      if (isAborted(error) || !isCurrent()) return rejectWithValue({ ...apiError, kind: 'aborted' });
      console.error(apiError.message, error);
      extra.sessions.clear();
      return rejectWithValue(apiError);
    }
  },
);

/** Redirects to the provider of the ended session, if there is one. */
function signOutAtProvider(response: unknown): void {
  const data = signedOutSession.safeParse(readData(response)).data;
  if (data && isWebAddress(data.sign_out_url)) window.location.assign(data.sign_out_url);
}

/** Signs out immediately, without waiting for the response of the server. */
export const logout =
  (): ThunkAction<void, unknown, StoreExtra, UnknownAction> =>
  (dispatch, _getState, { client, sessions }) => {
    const session = sessions.read();
    const headers = session && { authorization: `${session.tokenType} ${session.token}` };
    const revoke = () =>
      client
        .call({ ...authEndpoints.logout, headers, keepalive: true })
        .then(signOutAtProvider)
        .catch((error: unknown) => console.error('POST /auth/logout', error));
    const pendingWork = runBeforeSignOut();
    if (pendingWork) void pendingWork.then(revoke);
    else void revoke();
    clearAccountStorage();
    sessions.clear();
    dispatch(sessionEnded());
  };

const slice = createSlice({
  name: 'auth',
  initialState: signedOut,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(sessionEnded, ({ user }, { payload }) => ({
        ...signedOut,
        interrupted: payload.isRejected ? (user?.email ?? null) : null,
      }))
      .addCase(sessionSynced, (_, { payload }) => toAuthState(payload))
      .addCase(login.pending, (state) => {
        state.loading = true;
        state.error = null;
      })
      .addCase(login.fulfilled, (_, { payload }) =>
        'second_step' in payload ? signedOut : fromSession(payload),
      )
      .addCase(sessionBegun, (_, { payload }) => fromSession(payload))
      .addCase(preferencesChanged, ({ user }, { payload }) => {
        if (user) user.preferences = payload;
      })
      .addCase(permissionsChanged, (state, { payload }) => {
        if (state.user) state.user = payload;
      })
      .addCase(login.rejected, (_, { payload }) => ({
        ...signedOut,
        error: payload?.message ?? messages.loginFailed,
      }))
      .addCase(fetchProfile.fulfilled, (state, { payload }) => {
        state.user = payload;
      })
      .addCase(fetchProfile.rejected, (state, { payload, meta }) => {
        if (meta.aborted || payload?.kind === 'aborted') return state;
        return { ...signedOut, error: payload?.message ?? messages.profileFailed };
      });
  },
});

export const authReducer = slice.reducer;
export const selectAuth = (state: { auth: AuthState }): AuthState => state.auth;
