import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLogHeader } from '#contract/audit-log/audit-log';
import { sendByUpload } from './transport.ts';

class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  sent: unknown;
  aborted = false;
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open() {}
  setRequestHeader() {}
  getResponseHeader(name: string): string | null {
    return name === auditLogHeader ? '7' : null;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.aborted = true;
  }
  progress(loadedBytes: number, total: number) {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { lengthComputable: true, loaded: loadedBytes, total }),
    );
  }
  response(status: number, text: string) {
    Object.assign(this, { status, responseText: text }).dispatchEvent(new Event('load'));
  }
}

const requestOf = (signal?: AbortSignal) => ({
  url: '/api/books/create?is_admin=1',
  method: 'POST',
  headers: {},
  body: new FormData(),
  signal,
  keepalive: false,
  timeoutMs: 10_000,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.useRealTimers());

it('counts only the time without progress', async () => {
  const progress: number[] = [];
  const upload = sendByUpload(requestOf(), (fraction) => progress.push(fraction));
  for (let step = 1; step <= 5; step++) {
    vi.advanceTimersByTime(9_000);
    FakeRequest.last.progress(step, 5);
  }
  FakeRequest.last.response(200, '{}');
  expect(await upload).toEqual({ status: 200, text: '{}', entry: '7' });
  expect(progress).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
});

it('stops ten seconds after the last progress', async () => {
  const upload = sendByUpload(requestOf());
  FakeRequest.last.progress(1, 5);
  const apiError = upload.catch((error: unknown) => error);
  vi.advanceTimersByTime(10_000);
  expect(await apiError).toMatchObject({ kind: 'timeout' });
  expect(FakeRequest.last.aborted).toBe(true);
});

it('stops when it is cancelled', async () => {
  const controller = new AbortController();
  const apiError = sendByUpload(requestOf(controller.signal)).catch((error: unknown) => error);
  controller.abort();
  expect(await apiError).toMatchObject({ kind: 'aborted' });
  expect(FakeRequest.last.aborted).toBe(true);
});
