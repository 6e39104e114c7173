import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { type ApiSession, createApiClient } from './client.ts';

const onUnauthenticated = vi.fn<(token: string | undefined) => void>();
let session: ApiSession | undefined;
const fetchMock = vi.fn<typeof fetch>();

const client = createApiClient({ baseUrl: '/api', readSession: () => session, onUnauthenticated });

const response = (status: number, body: unknown) =>
  fetchMock.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );

beforeEach(() => {
  session = { token: 'abc', tokenType: 'Bearer' };
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => {
  fetchMock.mockReset();
  onUnauthenticated.mockReset();
  vi.useRealTimers();
});

const errorOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('createApiClient', () => {
  it('sends the token type, the token and the admin marker', async () => {
    response(200, { success: true, data: 1 });
    expect(await client.call({ method: 'GET', path: '/books/list', query: { page: 1 } })).toEqual({
      success: true,
      data: 1,
    });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe('/api/books/list?page=1&is_admin=1');
    expect(init?.headers).toMatchObject({ authorization: 'Bearer abc' });
  });

  it('reads and saves records in the release, and rejects other writes to the catalogue', async () => {
    const inRelease = createApiClient({
      baseUrl: '/api',
      readSession: () => session,
      readRelease: () => 5,
      onUnauthenticated,
    });
    for (let index = 0; index < 4; index += 1) response(200, {});
    await inRelease.call({ method: 'POST', path: '/books/update', isInRelease: true });
    await inRelease.call({ method: 'GET', path: '/reports/health' });
    await inRelease.call({ method: 'POST', path: '/notifications' });
    await inRelease.call({ method: 'POST', path: '/books/validate-item' });
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([
      '/api/books/update?release=5&is_admin=1',
      '/api/reports/health?is_admin=1',
      '/api/notifications?is_admin=1',
      '/api/books/validate-item?is_admin=1',
    ]);
    for (const path of [
      '/books/bulk',
      '/books/7/content',
      '/imports',
      '/audit-log/3/undo',
      '/contributors/1',
    ]) {
      const error = await errorOf(inRelease.call({ method: 'POST', path }));
      expect(error.code).toBe('releases.unsupported');
    }
    expect(fetchMock).toHaveBeenCalledTimes(4);
  });

  it('sets the content type of a JSON body and leaves that of a form to the browser', async () => {
    response(200, {});
    response(200, {});
    await client.call({ method: 'POST', path: '/a', json: { name: 'x' } });
    await client.call({ method: 'POST', path: '/b', form: new FormData() });
    const headers = fetchMock.mock.calls.map(([, init]) => init?.headers as Record<string, string>);
    expect(headers[0]?.['content-type']).toBe('application/json');
    expect(headers[1]).not.toHaveProperty('content-type');
  });

  it.each([
    ['a refusal with a message', 422, { success: false, message: ' Name is taken ' }, 'Name is taken'],
    ['success false under 200', 200, { success: false, message: 'Not today' }, 'Not today'],
    ['a page of a proxy', 502, '<html>Bad gateway</html>', undefined],
    ['a page where JSON should be', 200, '<html></html>', undefined],
    ['a blank message', 500, { success: false, message: '  ' }, undefined],
  ])('throws for %s with only the message of the body', async (_, status, body, message) => {
    response(status, body);
    const error = await errorOf(client.call({ method: 'GET', path: '/x' }));
    expect(error).toMatchObject({ kind: 'http', status, serverMessage: message });
  });

  it.each([
    [404, { success: false, message: 'Gone', code: 'books.not_found' }, 'books.not_found'],
    [409, { success: false, message: 'Changed' }, 'record.conflict'],
    [502, '<html>Bad gateway</html>', 'server.failed'],
    [200, { success: false, message: 'Not today' }, undefined],
  ])(
    'returns the code of an error with status %d, or the code that the contract defines for it',
    async (status, body, code) => {
      response(status, body);
      expect((await errorOf(client.call({ method: 'GET', path: '/x' }))).code).toBe(code);
    },
  );

  it('returns the errors of single fields', async () => {
    response(422, { success: false, message: 'No', errors: { name: 'Name is required', odd: 3 } });
    const error = await errorOf(client.call({ method: 'POST', path: '/x', json: {} }));
    expect(error.errors).toEqual({ name: 'Name is required' });
  });

  it('reports a 401 with the rejected token', async () => {
    response(401, { success: false, message: 'Please sign in' });
    await errorOf(client.call({ method: 'GET', path: '/x' }));
    expect(onUnauthenticated).toHaveBeenCalledExactlyOnceWith('abc');
  });

  it('has no server message without a response', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const error = await errorOf(client.call({ method: 'GET', path: '/x' }));
    expect(error).toMatchObject({ kind: 'network', status: 0, serverMessage: undefined });
  });

  it('treats requests that the browser aborts while the page is left as aborted', async () => {
    vi.useFakeTimers();
    const send = async () => {
      fetchMock.mockRejectedValueOnce(new TypeError('NetworkError when attempting to fetch resource.'));
      return (await errorOf(client.call({ method: 'GET', path: '/x' }))).kind;
    };
    window.dispatchEvent(new Event('beforeunload'));
    expect(await send()).toBe('aborted');
    // The user cancelled the question before leaving.
    vi.advanceTimersByTime(1_000);
    expect(await send()).toBe('network');
    vi.useRealTimers();
  });

  const untilAborted: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );

  it('times out after ten seconds', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementationOnce(untilAborted);
    const apiError = errorOf(client.call({ method: 'GET', path: '/x' }));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(fetchMock.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await apiError).toMatchObject({ kind: 'timeout', status: 0 });
  });

  it('stops when the caller aborts', async () => {
    fetchMock.mockImplementationOnce(untilAborted);
    const controller = new AbortController();
    const apiError = errorOf(client.call({ method: 'GET', path: '/x', signal: controller.signal }));
    controller.abort();
    expect(await apiError).toMatchObject({ kind: 'aborted' });
  });
});
