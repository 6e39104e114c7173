import { beforeEach, describe, expect, it } from 'vitest';
import type { ResourceName } from '#contract/core/permissions';
import { books } from '#contract/books/books';
import { createApplication } from '#web/app/create-application.ts';
import { moduleSlices } from '#web/app/modules.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import type { FakeItem } from '#web/testing/fake-records.ts';
import { logout } from './auth.slice.ts';
import { createResourceSlice } from './create-resource-slice.ts';
import { createSessionStorage } from './session-storage.ts';
import type { AppStore } from './store.ts';

/* The slice that the specification defines, tested for every declared resource. */
const table = moduleSlices.flatMap(({ declaration }) =>
  declaration ? [[declaration.name, createResourceSlice(declaration)] as const] : [],
);
const countsNoWrites = new Set<ResourceName>(['categories', 'sub-categories']);

const record = (id: number): FakeItem => ({
  id,
  name: `Record ${id}`,
  title: `Record ${id}`,
  code: `r-${id}`,
  version: 1,
});

describe.each(table)('the slice of %s', (name, slice) => {
  const { messages, endpoints } = slice.declaration;
  const step = countsNoWrites.has(name) ? 0 : 1;
  let fake: FakeApi;
  let store: AppStore;
  const state = () => slice.select(store.getState());

  beforeEach(async () => {
    fake = createFakeApi();
    fake.items[name] = [record(1), record(2), record(3)];
    store = createApplication({}).store;
    await store.dispatch(slice.fetch({ page: 1, items_per_page: 2 }));
  });

  it('replaces items and total after a fetch', async () => {
    expect(state()).toMatchObject({ total: 3, loading: false, error: null });
    expect(state().items.map(({ id }) => id)).toEqual([3, 2]);
    await store.dispatch(slice.fetch({ page: 2, items_per_page: 2 }));
    expect(state().items.map(({ id }) => id)).toEqual([1]);
  });

  it('notifies of a successful write before the store changes, and not of a failed one', async () => {
    const before = state();
    const states: unknown[] = [];
    const onSuccess = () => states.push(state().items);
    const values = { id: 3, version: 1, name: 'Renamed', title: 'Renamed' };
    await store.dispatch(slice.update({ values, onSuccess }));
    expect(states).toEqual([before.items]);
    expect(state().items[0]).toMatchObject({ id: 3, version: 2 });
    fake.failNext({ message: 'Out of paper' });
    await store.dispatch(slice.update({ values, onSuccess }));
    expect(states).toHaveLength(1);
  });

  it('sets loading without an error while a request runs', async () => {
    fake.failNext({ message: 'Out of paper' });
    await store.dispatch(slice.fetch({}));
    expect(state().error).toBe('Out of paper');
    const pause = fake.pauseNext();
    const request = store.dispatch(slice.fetch({}));
    expect(state()).toMatchObject({ loading: true, error: null });
    pause.release();
    await request;
    expect(state().loading).toBe(false);
  });

  it('appends an added item', async () => {
    await store.dispatch(slice.add({ values: { name: 'New', title: 'New' } }));
    expect(state()).toMatchObject({ total: 3 + step, loading: false, error: null });
    expect(state().items.at(-1)?.id).toBe(4);
  });

  it('replaces an updated item', async () => {
    const values = { id: 2, version: 1, name: 'Changed', title: 'Changed' };
    await store.dispatch(slice.update({ values }));
    expect(state().items.map(({ id, version }) => [id, version])).toEqual([
      [3, 1],
      [2, 2],
    ]);
    expect(state().total).toBe(3);
  });

  it('removes a deleted item', async () => {
    await store.dispatch(slice.remove({ item: { id: 3 } }));
    expect(state().items.map(({ id }) => id)).toEqual([2]);
    expect(state().total).toBe(3 - step);
  });

  it('keeps the items when a save returns no item', async () => {
    const before = state();
    fake.respondNext({ path: endpoints.create.path }, { success: true, message: 'OK' });
    await store.dispatch(slice.add({ values: { name: 'New' } }));
    expect(state()).toEqual(before);
  });

  const fallbacks = [
    ['fetch', messages.fetchFailed, () => store.dispatch(slice.fetch({}))],
    ['add', messages.addFailed, () => store.dispatch(slice.add({ values: {} }))],
    ['update', messages.updateFailed, () => store.dispatch(slice.update({ values: { id: 1 } }))],
    ['remove', messages.deleteFailed, () => store.dispatch(slice.remove({ item: { id: 1 } }))],
  ] as const;

  it.each(fallbacks)(
    'stores the default message when %s fails without a message',
    async (_, fallback, act) => {
      const { items, total } = state();
      fake.failNext({ status: 0 });
      const result = await act();
      expect(result.payload).toMatchObject({ message: fallback, status: 0, kind: 'network' });
      expect(state()).toEqual({ items, total, loading: false, error: fallback });
      expect(store.getState().notifications.entries[0]).toMatchObject({
        outcome: 'failure',
        message: fallback,
      });
      store.dispatch(slice.clearError());
      expect(state().error).toBeNull();
    },
  );

  it('records the attempted action, the record and all messages of the server', async () => {
    fake.failNext({ status: 422, message: 'Too bad', errors: { code: 'Taken', name: 'Too bad' } });
    await store.dispatch(slice.remove({ item: record(2) }));
    await store.dispatch(slice.remove({ item: record(3) }));
    expect(store.getState().notifications.entries).toMatchObject([
      { outcome: 'success', message: messages.deleted, subject: 'Record 3' },
      {
        outcome: 'failure',
        attempted_action: messages.deleteFailed,
        message: 'Too bad Taken',
        subject: 'Record 2',
      },
    ]);
  });

  it('never replaces newer results with a late response', async () => {
    const pausedCall = fake.pauseNext();
    const slow = store.dispatch(slice.fetch({ page: 1, items_per_page: 1 }));
    await store.dispatch(slice.fetch({ page: 2, items_per_page: 1 }));
    pausedCall.release();
    await slow;
    expect(state().items.map(({ id }) => id)).toEqual([2]);
    expect(state()).toMatchObject({ loading: false, error: null });
  });

  it('keeps loading while the newer of two fetches runs', async () => {
    fake.pauseNext();
    const pausedCall = fake.pauseNext();
    const first = store.dispatch(slice.fetch({}));
    const second = store.dispatch(slice.fetch({}));
    await first;
    expect(state()).toMatchObject({ loading: true, error: null });
    pausedCall.release();
    await second;
    expect(state().loading).toBe(false);
  });

  it('stops loading without an error when a fetch is aborted', async () => {
    fake.pauseNext();
    const request = store.dispatch(slice.fetch({}));
    request.abort();
    await request;
    expect(state()).toMatchObject({ loading: false, error: null });
  });

  it('is empty after sign-out', () => {
    store.dispatch(logout());
    expect(state()).toEqual({ items: [], total: 0, loading: false, error: null });
  });
});

describe('a prefetched list', () => {
  const slice = createResourceSlice(books);
  const query = { page: 1, items_per_page: 2 };
  const open = () => {
    const fake = createFakeApi();
    fake.items.books = [record(1)];
    createSessionStorage(localStorage).write({
      access_token: 'fake-token',
      token_type: 'Bearer',
      expires_in: null,
      user: fake.user,
    });
    const { store } = createApplication({});
    void store.dispatch(slice.fetchAhead(query));
    const calls = () => fake.requestsTo('/books/list').length;
    return { fake, store, calls };
  };

  it('is used once by the first fetch with the same query', async () => {
    const { store, calls } = open();
    await store.dispatch(slice.fetch({ ...query }));
    expect(slice.select(store.getState()).items).toHaveLength(1);
    expect(calls()).toBe(1);
    await store.dispatch(slice.fetch(query));
    expect(calls()).toBe(2);
  });

  it('is ignored by another query, and by another session', async () => {
    const { store, calls } = open();
    await store.dispatch(slice.fetch({ ...query, page: 2 }));
    expect(calls()).toBe(2);
    const second = open();
    localStorage.setItem('access_token', 'another-token');
    await second.store.dispatch(slice.fetch(query));
    expect(second.calls()).toBe(2);
  });
});
