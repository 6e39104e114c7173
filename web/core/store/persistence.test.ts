import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApplication } from '#web/app/create-application.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { logout } from './auth.slice.ts';
import { persistAuth, readPersisted } from './persistence.ts';
import { createSessionStorage } from './session-storage.ts';

const sessions = createSessionStorage(localStorage);
const fake = createFakeApi();
const root = () => localStorage.getItem('persist:root');

beforeEach(() => {
  sessions.write({ access_token: 'abc', token_type: 'Bearer', expires_in: 60, user: fake.user });
});

describe('the persisted root', () => {
  it('mirrors the auth slice and contains nothing else', async () => {
    const store = createApplication({}).store;
    persistAuth(store, localStorage);
    expect(Object.keys(JSON.parse(root() ?? '{}') as object)).toEqual(['auth']);
    expect(await readPersisted(localStorage)).toMatchObject({ token: 'abc', user: { name: fake.user.name } });
    store.dispatch(logout());
    expect(root()).toBeNull();
  });

  it('does not sign in without the keys', async () => {
    const store = createApplication({}).store;
    persistAuth(store, localStorage);
    sessions.clear();
    const persistedState = await readPersisted(localStorage);
    expect(createApplication({ persisted: persistedState }).store.getState().auth.isAuthenticated).toBe(
      false,
    );
  });

  it('provides the user if the key of the user is missing', async () => {
    persistAuth(createApplication({}).store, localStorage);
    localStorage.setItem('user', 'broken');
    const persistedState = await readPersisted(localStorage);
    expect(createApplication({ persisted: persistedState }).store.getState().auth.user?.name).toBe(
      fake.user.name,
    );
  });

  it.each(['', 'null', '{', '{"auth":"{"}', '[]'])('ignores the value %j', async (text) => {
    localStorage.setItem('persist:root', text);
    expect(await readPersisted(localStorage)).toBeUndefined();
  });

  it('waits five seconds at most', async () => {
    vi.useFakeTimers();
    const silent = { getItem: () => new Promise<never>(() => {}), setItem() {}, removeItem() {} };
    const reading = readPersisted(silent);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reading).toBeUndefined();
    vi.useRealTimers();
  });
});
