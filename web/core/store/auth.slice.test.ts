import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApplication } from '#web/app/create-application.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { fetchProfile, login, logout } from './auth.slice.ts';
import { createSessionStorage, sessionKeys } from './session-storage.ts';
import { endRejectedSession, followOtherTabs } from './session-sync.ts';
import type { AppStore } from './store.ts';

const sessions = createSessionStorage(localStorage);
let fake: FakeApi;

const storedKeys = () => sessionKeys.filter((key) => localStorage.getItem(key) !== null);

function openStore(token?: string): AppStore {
  if (token !== undefined)
    sessions.write({ access_token: token, token_type: 'Bearer', expires_in: 3600, user: fake.user });
  return createApplication({}).store;
}

beforeEach(() => {
  fake = createFakeApi();
});
afterEach(() => vi.useRealTimers());

describe('sign-in', () => {
  it('stores the session in the store and in the four keys', async () => {
    const store = openStore();
    const request = store.dispatch(login({ email: fake.user.email, password: fake.password }));
    expect(store.getState().auth.loading).toBe(true);
    await request;
    expect(store.getState().auth).toMatchObject({
      isAuthenticated: true,
      loading: false,
      error: null,
      token: 'fake-token',
      tokenType: 'Bearer',
      expiresIn: 43_200,
      user: { email: fake.user.email },
    });
    expect(storedKeys()).toEqual([...sessionKeys]);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ name: fake.user.name });
  });

  it.each([
    ['the server’s message', {}, 'These credentials do not match our records'],
    ['the catalogue’s when there is no answer', { status: 0 }, 'Login failed'],
  ])('fails with %s and creates no session', async (_, apiError, expected) => {
    const store = openStore();
    if ('status' in apiError) fake.failNext(apiError);
    else expectError(401);
    await store.dispatch(login({ email: fake.user.email, password: 'wrong' }));
    expect(store.getState().auth).toMatchObject({ isAuthenticated: false, loading: false, error: expected });
    expect(storedKeys()).toEqual([]);
  });
});

describe('incomplete responses', () => {
  it('sign in, and stay signed in after a reload', async () => {
    const store = openStore();
    const user = { name: null, email: fake.user.email };
    fake.respondNext({ path: '/auth/login' }, { data: { access_token: 'abc', expires_in: '43200', user } });
    await store.dispatch(login({ email: fake.user.email, password: fake.password }));
    const expected = {
      isAuthenticated: true,
      token: 'abc',
      tokenType: 'Bearer',
      expiresIn: 43_200,
      user: { name: '', email: fake.user.email, avatar: null },
    };
    expect(store.getState().auth).toMatchObject(expected);
    expect(openStore().getState().auth).toMatchObject(expected);
  });

  it('keep the session when the profile is incomplete', async () => {
    const store = openStore('fake-token');
    fake.respondNext({ path: '/user/me' }, { success: true, data: { name: null, permissions: null } });
    await store.dispatch(fetchProfile());
    expect(store.getState().auth).toMatchObject({ isAuthenticated: true, user: { name: '', avatar: null } });
  });

  it('fail without a token', async () => {
    expectError(200);
    const store = openStore();
    fake.respondNext({ path: '/auth/login' }, { success: true, data: { user: fake.user } });
    await store.dispatch(login({ email: fake.user.email, password: fake.password }));
    expect(store.getState().auth).toMatchObject({ isAuthenticated: false, error: 'Login failed' });
  });
});

describe('restoring', () => {
  it('signs in only with a stored token', () => {
    expect(openStore().getState().auth.isAuthenticated).toBe(false);
    localStorage.setItem('user', '{"name":"Left over"}');
    expect(openStore().getState().auth).toMatchObject({ isAuthenticated: false, user: null });
    localStorage.setItem('access_token', 'abc');
    expect(openStore().getState().auth).toMatchObject({
      isAuthenticated: true,
      token: 'abc',
      tokenType: 'Bearer',
      user: { name: 'Left over', email: '', avatar: null },
    });
  });
});

describe('the profile', () => {
  it('replaces the user, also in storage', async () => {
    const store = openStore('fake-token');
    fake.user = { ...fake.user, name: 'Renamed' };
    await store.dispatch(fetchProfile());
    expect(store.getState().auth.user?.name).toBe('Renamed');
    expect(sessions.read()?.user?.name).toBe('Renamed');
  });

  it.each([
    ['network faults', { status: 0 }],
    ['5xx', { status: 503 }],
  ])('is requested twice more after %s', async (_, apiError) => {
    vi.useFakeTimers();
    const store = openStore('fake-token');
    fake.failNext(apiError);
    fake.failNext(apiError);
    const request = store.dispatch(fetchProfile());
    await vi.runAllTimersAsync();
    await request;
    expect(fake.calls).toHaveLength(3);
    expect(store.getState().auth.isAuthenticated).toBe(true);
  });

  it('ends the session with an error when the third attempt fails', async () => {
    vi.useFakeTimers();
    const store = openStore('fake-token');
    for (let attempt = 0; attempt < 3; attempt++) fake.failNext({ status: 500 });
    const request = store.dispatch(fetchProfile());
    await vi.runAllTimersAsync();
    await request;
    expect(fake.calls).toHaveLength(3);
    expect(store.getState().auth).toMatchObject({ isAuthenticated: false, error: 'Failed to get profile' });
    expect(storedKeys()).toEqual([]);
  });

  it.each([
    ['a refusal', { status: 403, message: 'This account is suspended' }, 'This account is suspended'],
    ['success false without a message', { status: 200 }, 'Failed to get profile'],
  ])('ends the session immediately after %s', async (_, apiError, expected) => {
    const store = openStore('fake-token');
    fake.failNext(apiError);
    await store.dispatch(fetchProfile());
    expect(fake.calls).toHaveLength(1);
    expect(store.getState().auth).toMatchObject({ isAuthenticated: false, user: null, error: expected });
  });

  it('does not change a session that started during the request', async () => {
    const store = openStore('old');
    const pause = fake.pauseNext();
    const request = store.dispatch(fetchProfile());
    sessions.write({ access_token: 'new', token_type: 'Bearer', expires_in: 1, user: fake.user });
    pause.release();
    await request;
    expect(sessions.read()?.token).toBe('new');
  });
});

describe('the end of a session', () => {
  it('signs out immediately and notifies the server', async () => {
    const store = openStore('fake-token');
    store.dispatch(logout());
    expect(store.getState().auth).toMatchObject({ isAuthenticated: false, error: null });
    expect(storedKeys()).toEqual([]);
    await vi.waitFor(() => expect(fake.requestsTo('/auth/logout', 'POST')).toHaveLength(1));
  });

  it('runs once for several 401 responses', () => {
    const store = openStore('fake-token');
    let changes = 0;
    store.subscribe(() => changes++);
    for (let response = 0; response < 3; response++) endRejectedSession(store, sessions, 'fake-token');
    expect(changes).toBe(1);
    expect(storedKeys()).toEqual([]);
  });

  it('ignores the 401 response of an older token', () => {
    const store = openStore('new');
    endRejectedSession(store, sessions, 'old');
    expect(store.getState().auth.isAuthenticated).toBe(true);
    expect(sessions.read()?.token).toBe('new');
  });
});

describe('other tabs', () => {
  const wake = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));

  it('signs out all tabs', () => {
    const store = openStore('fake-token');
    const stop = followOtherTabs(store, sessions, window);
    sessions.clear();
    wake('access_token');
    expect(store.getState().auth.isAuthenticated).toBe(false);
    stop();
  });

  it('signs in all tabs as the most recent user', () => {
    const store = openStore();
    const stop = followOtherTabs(store, sessions, window);
    const other = { ...fake.user, name: 'Other' };
    sessions.write({ access_token: 'theirs', token_type: 'Bearer', expires_in: 60, user: other });
    wake('access_token');
    expect(store.getState().auth).toMatchObject({
      isAuthenticated: true,
      token: 'theirs',
      user: { name: 'Other' },
    });
    stop();
  });

  it('ignores changes of other keys', () => {
    const store = openStore('fake-token');
    const stop = followOtherTabs(store, sessions, window);
    sessions.clear();
    wake('something-else');
    expect(store.getState().auth.isAuthenticated).toBe(true);
    stop();
  });
});
