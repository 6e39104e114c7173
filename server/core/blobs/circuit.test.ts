import { beforeEach, expect, test } from 'vitest';
import { knownErrors } from '#contract/core/errors';
import { unavailable } from '#server/core/errors';
import type { BlobStore } from './blob-store.ts';
import { withCircuit } from './circuit.ts';

let isAway: boolean;
let time: number;
let calls: number;
let store: BlobStore;

const respond = async () => {
  calls += 1;
  if (isAway) throw unavailable(knownErrors.busy);
  return undefined;
};

beforeEach(() => {
  isAway = false;
  time = 1_000_000;
  calls = 0;
  const inner: BlobStore = {
    put: respond,
    open: respond,
    stat: respond,
    remove: respond,
    discardUnfinished: respond,
    async *list() {},
    retained: {
      take: respond,
      release: async () => true,
      open: respond,
      stat: respond,
      remove: respond,
      async *list() {},
    },
    ping: respond,
    close: async () => undefined,
  };
  store = withCircuit(inner, () => time);
});

const stat = () =>
  store.stat('key').then(
    () => 'answered',
    (error: Error) => error.message,
  );
const errorMessage = expect.stringContaining('not responding');

test('after an unavailable store, requests fail without a store request until a ping succeeds', async () => {
  isAway = true;
  expect(await stat()).toBe(knownErrors.busy.message);
  expect(await stat()).toEqual(errorMessage);
  expect(() => store.list()).toThrow('not responding');
  expect(calls).toBe(1);
  await expect(store.ping()).rejects.toThrow(knownErrors.busy.message);
  isAway = false;
  expect(await stat()).toEqual(errorMessage);
  await store.ping();
  expect(await stat()).toBe('answered');
});

test('opens after two failed pings in a row, but not after one', async () => {
  isAway = true;
  await expect(store.ping()).rejects.toThrow(knownErrors.busy.message);
  isAway = false;
  expect(await stat()).toBe('answered');
  await store.ping();
  isAway = true;
  await expect(store.ping()).rejects.toThrow(knownErrors.busy.message);
  await expect(store.ping()).rejects.toThrow(knownErrors.busy.message);
  isAway = false;
  expect(await stat()).toEqual(errorMessage);
});

test('without pings, sends a request again after five seconds', async () => {
  isAway = true;
  expect(await stat()).toBe(knownErrors.busy.message);
  isAway = false;
  time += 4_999;
  expect(await stat()).toEqual(errorMessage);
  time += 1;
  expect(await stat()).toBe('answered');
});

test('does not open after errors other than 503', async () => {
  const failingStore = withCircuit({ ...store, stat: () => Promise.reject(new Error('Not a key')) });
  await expect(failingStore.stat('x')).rejects.toThrow('Not a key');
  await expect(failingStore.stat('x')).rejects.toThrow('Not a key');
});
