import { auditLogHeader } from '#contract/audit-log/audit-log';
import { Buffer } from 'node:buffer';
import type { DetachedWindowAPI } from 'happy-dom';

declare global {
  /** The API of the test document, which intercepts requests. */
  var happyDOM: DetachedWindowAPI;
}

/** A request that the page sent. */
export interface NetworkRequest {
  readonly method: string;
  readonly url: URL;
  /** The headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. A form is parsed from the sent bytes. */
  readonly body: string | FormData | undefined;
}

export interface NetworkResponse {
  readonly status: number;
  readonly text: string;
  /** The ID of the audit log entry of a write. */
  readonly entry?: number;
}

/** Responds to a request. A rejected promise means that there is no response. */
export type Serve = (request: NetworkRequest) => Promise<NetworkResponse>;

const noServer: Serve = ({ method, url }) => Promise.reject(new Error(`No server for ${method} ${url.href}`));

let currentServer = noServer;

/** Handles all requests of the page with `serve` until the test ends. */
export function serveNetwork(serve: Serve): void {
  currentServer = serve;
}

export function stopServing(): void {
  currentServer = noServer;
}

function untilAborted<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    value.then(resolve, reject);
  });
}

/** Parses a form. The parser of the test document ignores blank values. */
function parseForm(bytes: Buffer, boundary: string): FormData {
  const form = new FormData();
  const sections = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1);
  for (const section of sections) {
    const end = section.indexOf('\r\n\r\n');
    const content = Buffer.from(section.slice(end + 4, -2), 'latin1');
    const head = Buffer.from(section.slice(0, end), 'latin1').toString();
    const [, name = ''] = /; name="([^"]*)"/.exec(head) ?? [];
    const [, file] = /; filename="([^"]*)"/.exec(head) ?? [];
    const [, type = ''] = /Content-Type: (.*)/.exec(head) ?? [];
    if (file === undefined) form.append(name, content.toString());
    else form.append(name, new File([content], file, { type }));
  }
  return form;
}

async function response(request: Request): Promise<NetworkResponse> {
  const { method, url, headers, body } = request;
  const boundary = /^multipart\/form-data; boundary=(.+)/.exec(headers.get('content-type') ?? '')?.[1];
  // Requests without a body are served immediately, in the order of the calls.
  const bytes = body === null ? undefined : Buffer.from(await request.arrayBuffer());
  const requestBody = boundary && bytes ? parseForm(bytes, boundary) : bytes?.toString();
  return currentServer({
    method,
    url: new URL(url),
    headers: Object.fromEntries(headers),
    body: requestBody,
  });
}

/**
 * Intercepts the network of the document's `fetch` and `XMLHttpRequest`. The document creates, encodes and aborts requests, and no request
 * leaves the process. The document has no upload progress, so it is simulated: half of the body immediately, the rest with the response.
 */
export function installNetwork(): void {
  globalThis.happyDOM.settings.fetch.interceptor = {
    async beforeAsyncRequest({ request, window }) {
      const page = request as unknown as Request;
      const { status, text, entry } = await untilAborted(page.signal, response(page));
      return new window.Response(text, {
        status,
        headers: {
          'content-type': 'application/json',
          ...(entry !== undefined && { [auditLogHeader]: String(entry) }),
        },
      });
    },
  };
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    override send(body?: XMLHttpRequestBodyInit | null): void {
      this.addEventListener('readystatechange', () => {
        if (this.readyState === XMLHttpRequest.HEADERS_RECEIVED) this.upload.dispatchEvent(new Event('load'));
      });
      super.send(body);
      this.upload.dispatchEvent(
        new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 }),
      );
    }
  };
}
