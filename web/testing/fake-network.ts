import { auditLogHeader } from '#contract/audit-log/audit-log';
import { Buffer } from 'node:buffer';
import type { DetachedWindowAPI } from 'happy-dom';

declare global {
  /** The switchboard of the tests' document. */
  var happyDOM: DetachedWindowAPI;
}

/** A request as it left the page. */
export interface NetworkRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A form is parsed from the bytes that were sent. */
  readonly body: string | FormData | undefined;
}

export interface NetworkResponse {
  readonly status: number;
  readonly text: string;
  /** Of a write: its entry in the journal. */
  readonly entry?: number;
}

/** Answers a request; rejecting means that no answer comes. */
export type Serve = (request: NetworkRequest) => Promise<NetworkResponse>;

const noServer: Serve = ({ method, url }) => Promise.reject(new Error(`No server for ${method} ${url.href}`));

let serving = noServer;

/** Lets `serve` answer whatever the page asks for, until the test ends. */
export function serveNetwork(serve: Serve): void {
  serving = serve;
}

export function stopServing(): void {
  serving = noServer;
}

function untilAborted<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    value.then(resolve, reject);
  });
}

/** The document's own parser loses blank values. */
function parseForm(bytes: Buffer, boundary: string): FormData {
  const form = new FormData();
  const parts = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1);
  for (const part of parts) {
    const end = part.indexOf('\r\n\r\n');
    const content = Buffer.from(part.slice(end + 4, -2), 'latin1');
    const head = Buffer.from(part.slice(0, end), 'latin1').toString();
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
  // Requests without a body are served at once, in the order of the calls.
  const bytes = body === null ? undefined : Buffer.from(await request.arrayBuffer());
  const requestBody = boundary && bytes ? parseForm(bytes, boundary) : bytes?.toString();
  return serving({ method, url: new URL(url), headers: Object.fromEntries(headers), body: requestBody });
}

/**
 * Puts a network below the document's own `fetch` and `XMLHttpRequest`: requests are made, encoded and aborted as the document
 * does it, and nothing leaves the process. The document knows no progress of uploads, so that is added: half of the body is on
 * its way at once, the rest when the answer comes.
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
