import { expect, it, vi } from 'vitest';
import { ApiError, toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ImportPage } from '#web/core/api/imports-api.ts';
import type { ImportBatch } from '#web/core/store/import-batches.slice.ts';
import { fakeProposal } from '#web/testing/fake-imports.ts';
import { type BatchUpload, runUpload, type RunUploadOptions } from './run-upload.ts';

const filesAt = (...paths: string[]) => paths.map((path) => ({ path, file: new File(['12345'], path) }));
const none = { receiving: 0, reading: 0, ready: 0, needs_review: 0 };
const pageOf = (counts: Partial<typeof none>, total = 1): ImportPage => ({
  items: [fakeProposal(7)],
  total,
  counts: { ...none, ...counts },
});

function setUp(paths: string[], upload: (path: string) => Partial<BatchUpload> = () => ({})) {
  const controller = new AbortController();
  let state: Partial<ImportBatch> = {};
  let keys = 0;
  const api = {
    create: vi.fn<RunUploadOptions['api']['create']>(async () => fakeProposal(7)),
    list: vi.fn<RunUploadOptions['api']['list']>(async () => pageOf({ ready: 1 })),
    remove: vi.fn<RunUploadOptions['api']['remove']>(async () => {}),
  };
  const uploadRun = runUpload({
    files: filesAt(...paths),
    api,
    newKey: () => `key-${(keys += 1)}`,
    signal: controller.signal,
    upload: ({ path }, { onProgress }) => {
      onProgress(2);
      return {
        started: Promise.resolve({ id: `u-${path}`, importId: undefined }),
        done: Promise.resolve(),
        ...upload(path),
      };
    },
    toApiErrorDetails: (error) => toApiErrorDetails(error, 'It could not be uploaded.'),
    change: (changes) => {
      state = { ...state, ...changes };
    },
    jobNotifications: async () => {},
  });
  return { running: uploadRun, api, controller, state: () => state };
}

const rejectWith = (message: string) => {
  const failure = Promise.reject(new ApiError({ kind: 'http', status: 413, serverMessage: message }));
  failure.catch(() => undefined);
  return failure;
};

it('sends the list of all files at once, and polls them until they are processed', async () => {
  const { running, api, state } = setUp(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3']);
  api.list.mockResolvedValueOnce(pageOf({ receiving: 1 })).mockResolvedValueOnce(pageOf({ reading: 1 }));
  expect(await running).toBe('done');
  expect(api.create.mock.calls.map(([{ files }]) => files.map(({ path }) => path))).toEqual([
    ['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3'],
  ]);
  expect(api.list).toHaveBeenCalledTimes(3);
  expect(state()).toMatchObject({ stage: 'done', importId: 7, onlyId: 7, sent: 20, counts: { ready: 1 } });
});

it('sends the list before the last byte is uploaded', async () => {
  const last = Promise.withResolvers<undefined>();
  const { running, api } = setUp(['a.m4b'], () => ({ done: last.promise }));
  await vi.waitFor(() => expect(api.create).toHaveBeenCalled());
  last.resolve(undefined);
  expect(await running).toBe('done');
});

it('reports files that the server rejects, and continues with the others', async () => {
  const { running, api, state } = setUp(['big.m4b', 'a.mp3'], (path) =>
    path === 'big.m4b' ? { started: rejectWith('The file is too large.') } : {},
  );
  expect(await running).toBe('done');
  expect(api.create.mock.calls[0]?.[0].files).toEqual([{ upload_id: 'u-a.mp3', path: 'a.mp3' }]);
  expect(state().problems).toEqual([{ path: 'big.m4b', message: 'The file is too large.' }]);
});

it('restarts uploads that were interrupted', async () => {
  const { running, api, state } = setUp(['a.mp3', 'b.mp3'], (path) =>
    path === 'b.mp3' ? { done: rejectWith('Not enough space.') } : {},
  );
  expect(await running).toBe('done');
  expect(api.remove).toHaveBeenCalledWith(7);
  expect(api.create.mock.calls.map(([{ files }, key]) => [files.length, key])).toEqual([
    [2, 'key-1'],
    [1, 'key-2'],
  ]);
  expect(state().problems).toHaveLength(1);
});

it('fails when no file could be uploaded', async () => {
  const { running, api, state } = setUp(['a.m4b'], () => ({ started: rejectWith('The file is too large.') }));
  expect(await running).toBe('failed');
  expect(api.create).not.toHaveBeenCalled();
  expect(state()).toMatchObject({ stage: 'failed', problems: [{ path: 'a.m4b' }] });
});

it('continues the import of an earlier upload of the same files', async () => {
  const { running, api, state } = setUp(['a.m4b'], () => ({
    started: Promise.resolve({ id: 'u', importId: 3 }),
  }));
  expect(await running).toBe('done');
  expect(api.create).not.toHaveBeenCalled();
  expect(state().importId).toBe(3);
});

it('deletes the import on the server when it is cancelled', async () => {
  const never = new Promise<never>(() => {});
  const stopSignal = Promise.withResolvers<never>();
  stopSignal.promise.catch(() => undefined);
  const { running, api, controller } = setUp(['a.m4b', 'b.m4b'], (path) => ({
    done: path === 'a.m4b' ? stopSignal.promise : Promise.race([never, stopSignal.promise]),
  }));
  await vi.waitFor(() => expect(api.create).toHaveBeenCalled());
  controller.abort();
  stopSignal.reject(new ApiError({ kind: 'aborted', status: 0 }));
  expect(await running).toBe('cancelled');
  expect(api.remove).toHaveBeenCalledWith(7);
});

it('shows why the server rejected the import', async () => {
  const { running, api, state } = setUp(['a.mp3']);
  api.create.mockRejectedValueOnce(
    new ApiError({
      kind: 'http',
      status: 422,
      serverMessage: 'The upload is larger than the limit of 20 GB.',
    }),
  );
  expect(await running).toBe('failed');
  expect(state()).toMatchObject({ stage: 'failed', error: 'The upload is larger than the limit of 20 GB.' });
});
