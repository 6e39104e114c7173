import { auditLogHeader } from '#contract/audit-log/audit-log';
import { revisionHeader } from '#contract/settings/page';
import { isLeavingPage } from '#web/core/lib/page-leave.ts';
import { ApiError } from './api-error.ts';
import { takeEarly } from './early-request.ts';

export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | Blob | undefined;
  readonly signal: AbortSignal | undefined;
  readonly keepalive: boolean;
  readonly timeoutMs: number;
}

export interface Incoming {
  readonly status: number;
  readonly text: string;
  /** The header with the ID of the audit log entry of a write. */
  readonly entry?: string | null;
  /** The revision of the current settings; undefined if the response contains none. */
  readonly revision: number | undefined;
}

const toRevision = (header: string | null): number | undefined =>
  header === null || header === '' ? undefined : Number(header);

const errorOf = (kind: 'network' | 'timeout' | 'aborted') => new ApiError({ kind, status: 0 });

/** Browsers abort the requests of a page that is left, and report it as a network error. */
const failureOfNetwork = () => (isLeavingPage() ? 'aborted' : 'network');

/** Sends a request with fetch. `timeoutMs` limits the whole exchange, including reading the body. */
export async function sendByFetch(request: Outgoing): Promise<Incoming> {
  const { url, method, headers, body, signal, keepalive, timeoutMs } = request;
  if (signal?.aborted) throw errorOf('aborted');
  const controller = new AbortController();
  const early = method === 'GET' ? takeEarly(url, headers['authorization']) : undefined;
  if (early) controller.signal.addEventListener('abort', early.abort);
  let cause: 'timeout' | 'aborted' | undefined;
  const stop = (reason: 'timeout' | 'aborted') => {
    cause ??= reason;
    controller.abort();
  };
  const onAbort = () => stop('aborted');
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  try {
    const response = await (early?.response ??
      fetch(url, { method, headers, body: body ?? null, keepalive, signal: controller.signal }));
    return {
      status: response.status,
      text: await response.text(),
      entry: response.headers.get(auditLogHeader),
      revision: toRevision(response.headers.get(revisionHeader)),
    };
  } catch {
    throw errorOf(cause ?? failureOfNetwork());
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The time for the server to process and store uploaded files. The browser receives no progress for it. */
const PROCESSING_TIMEOUT_MS = 5 * 60_000;

/** Sends an upload with progress. `timeoutMs` limits the time without progress, so a long upload is not cancelled while it proceeds. */
export function sendByUpload(
  outgoingRequest: Outgoing,
  onProgress?: (fraction: number) => void,
): Promise<Incoming> {
  const { url, method, headers, body, signal, timeoutMs } = outgoingRequest;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(errorOf('aborted'));
      return;
    }
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const complete = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      act();
    };
    const stop = (kind: 'timeout' | 'aborted') =>
      complete(() => {
        reject(errorOf(kind));
        request.abort();
      });
    const onAbort = () => stop('aborted');
    const restartTimer = (ms = timeoutMs) => {
      clearTimeout(timer);
      timer = setTimeout(() => stop('timeout'), ms);
    };
    request.upload.addEventListener('progress', (event) => {
      restartTimer();
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.upload.addEventListener('load', () => {
      restartTimer(PROCESSING_TIMEOUT_MS);
      onProgress?.(1);
    });
    request.addEventListener('progress', () => restartTimer());
    request.addEventListener('load', () =>
      complete(() =>
        resolve({
          status: request.status,
          text: request.responseText,
          entry: request.getResponseHeader(auditLogHeader),
          revision: toRevision(request.getResponseHeader(revisionHeader)),
        }),
      ),
    );
    request.addEventListener('error', () => complete(() => reject(errorOf(failureOfNetwork()))));
    request.addEventListener('abort', () => complete(() => reject(errorOf('aborted'))));
    signal?.addEventListener('abort', onAbort);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    restartTimer();
    request.send(body ?? null);
  });
}
