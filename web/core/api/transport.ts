import { auditLogHeader } from '#contract/audit-log/audit-log';
import { revisionHeader } from '#contract/settings/page';
import { ApiError } from './api-error.ts';

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
  /** The header that names the journal's entry of a write. */
  readonly entry?: string | null;
  /** Of the settings that are in force; undefined where the answer does not say. */
  readonly revision: number | undefined;
}

const toRevision = (header: string | null): number | undefined =>
  header === null || header === '' ? undefined : Number(header);

const failed = (kind: 'network' | 'timeout' | 'aborted') => new ApiError({ kind, status: 0 });

/** One exchange by fetch. `timeoutMs` counts the whole exchange, the reading of the body included. */
export async function sendByFetch(outgoing: Outgoing): Promise<Incoming> {
  const { url, method, headers, body, signal, keepalive, timeoutMs } = outgoing;
  if (signal?.aborted) throw failed('aborted');
  const controller = new AbortController();
  let cause: 'timeout' | 'aborted' | undefined;
  const stop = (reason: 'timeout' | 'aborted') => {
    cause ??= reason;
    controller.abort();
  };
  const onAbort = () => stop('aborted');
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      keepalive,
      signal: controller.signal,
    });
    return {
      status: response.status,
      text: await response.text(),
      entry: response.headers.get(auditLogHeader),
      revision: toRevision(response.headers.get(revisionHeader)),
    };
  } catch {
    throw failed(cause ?? 'network');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Once all is sent, the server inspects and stores the files; of that a browser sees no progress. */
const STORING_MS = 5 * 60_000;

/** One upload with progress. `timeoutMs` counts time without progress, so a long upload that moves is never cut. */
export function sendByUpload(outgoing: Outgoing, onProgress?: (fraction: number) => void): Promise<Incoming> {
  const { url, method, headers, body, signal, timeoutMs } = outgoing;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(failed('aborted'));
      return;
    }
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      act();
    };
    const stop = (kind: 'timeout' | 'aborted') =>
      settle(() => {
        reject(failed(kind));
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
      restartTimer(STORING_MS);
      onProgress?.(1);
    });
    request.addEventListener('progress', () => restartTimer());
    request.addEventListener('load', () =>
      settle(() =>
        resolve({
          status: request.status,
          text: request.responseText,
          entry: request.getResponseHeader(auditLogHeader),
          revision: toRevision(request.getResponseHeader(revisionHeader)),
        }),
      ),
    );
    request.addEventListener('error', () => settle(() => reject(failed('network'))));
    request.addEventListener('abort', () => settle(() => reject(failed('aborted'))));
    signal?.addEventListener('abort', onAbort);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    restartTimer();
    request.send(body ?? null);
  });
}
