import { beforeEach, expect, it, vi } from 'vitest';
import { type Upload, uploadLimits } from '#contract/uploads/uploads';
import { ApiError } from './api-error.ts';
import type { ApiRequest } from './client.ts';
import { uploadFile } from './file-upload.ts';

const size = 2 * uploadLimits.partBytes + 5;
const file = new File([new Uint8Array(size)], 'Bölüm 1.m4b');
const requests: ApiRequest[] = [];
const storedUpload = {
  id: 'u1',
  size,
  received: 0,
  state: 'receiving',
  import_id: null,
} as unknown as Upload;
let server = storedUpload;
/** Errors of the next requests, in order. */
let failures: ((call: ApiRequest) => ApiError | undefined)[] = [];

const client = {
  async call(call: ApiRequest): Promise<unknown> {
    requests.push(call);
    if (call.signal?.aborted) throw new ApiError({ kind: 'aborted', status: 0 });
    const apiError = failures.shift()?.(call);
    if (apiError) throw apiError;
    if (call.bytes) {
      expect(call.headers?.['upload-offset']).toBe(String(server.received));
      server = { ...server, received: server.received + call.bytes.size };
      return undefined;
    }
    return { data: server };
  },
  listen: () => Promise.resolve(),
  download: () => Promise.reject(new Error('Nobody asks for it.')),
};

const controller = () => new AbortController();
const start = (signal = controller().signal) => {
  const onProgress = vi.fn<(sentBytes: number) => void>();
  const onPaused = vi.fn<(isPaused: boolean) => void>();
  const upload = uploadFile({
    client,
    file,
    key: 'ada|a.m4b',
    storage: localStorage,
    signal,
    onProgress,
    onPaused,
    pause: async () => {},
  });
  return { ...upload, onProgress, onPaused };
};
const progress = () =>
  requests.map(({ method, path, bytes }) => `${method} ${path} ${bytes?.size ?? ''}`.trim());
const networkError = () => new ApiError({ kind: 'network', status: 0 });

beforeEach(() => {
  requests.length = 0;
  failures = [];
  server = storedUpload;
});

it('uploads a file in parts, and then deletes its stored ID', async () => {
  const { started, done } = start();
  expect(await started).toMatchObject({ id: 'u1', import_id: null });
  expect(localStorage.length).toBe(1);
  await done;
  const { partBytes } = uploadLimits;
  expect(progress()).toEqual([
    'POST /uploads',
    `POST /uploads/u1 ${partBytes}`,
    `POST /uploads/u1 ${partBytes}`,
    'POST /uploads/u1 5',
  ]);
  expect(requests[0]?.headers).toMatchObject({
    'upload-length': String(size),
    'upload-metadata': 'filename QsO2bMO8bSAxLm00Yg==',
  });
  expect(localStorage.length).toBe(0);
});

it('resumes at the offset of the server after a part failed', async () => {
  failures = [
    () => undefined,
    ({ bytes }) => {
      // The part arrived and only the response was lost.
      server = { ...server, received: server.received + (bytes?.size ?? 0) };
      return networkError();
    },
  ];
  const { done, onPaused } = start();
  await done;
  expect(onPaused.mock.calls).toEqual([[true], [false]]);
  expect(server.received).toBe(size);
});

it('resumes when the same file is chosen again', async () => {
  localStorage.setItem('lectern-upload:ada|a.m4b', 'u1');
  server = { ...storedUpload, received: uploadLimits.partBytes, import_id: 3 };
  const { started, done, onProgress } = start();
  expect(await started).toMatchObject({ import_id: 3 });
  await done;
  expect(onProgress.mock.calls[0]).toEqual([uploadLimits.partBytes]);
  expect(progress().slice(0, 2)).toEqual(['GET /uploads/u1', `POST /uploads/u1 ${uploadLimits.partBytes}`]);
});

it('restarts when the server has deleted the upload', async () => {
  localStorage.setItem('lectern-upload:ada|a.m4b', 'gone');
  failures = [() => new ApiError({ kind: 'http', status: 410 })];
  const { done } = start();
  await done;
  expect(progress()[1]).toBe('POST /uploads');
});

it('stops after a permanent error', async () => {
  failures = [() => new ApiError({ kind: 'http', status: 413, serverMessage: 'The file is too large.' })];
  const { started, onPaused } = start();
  await expect(started).rejects.toThrow('The file is too large.');
  expect(onPaused).not.toHaveBeenCalled();
});

it('deletes a cancelled upload on the server', async () => {
  const ending = controller();
  failures = [
    () => undefined,
    () => {
      ending.abort();
      return new ApiError({ kind: 'aborted', status: 0 });
    },
  ];
  const { done } = start(ending.signal);
  await expect(done).rejects.toMatchObject({ kind: 'aborted' });
  expect(progress().at(-1)).toBe('DELETE /uploads/u1');
  expect(localStorage.length).toBe(0);
});
