import { isRecord, readMessage, readSuccess } from '#contract/core/envelope';
import { ApiError, permissionMissing } from './api-error.ts';
import { encodeQuery, hasFile, type Query } from './encode.ts';
import { type ServerEvent, readEvents } from './read-events.ts';
import { type Incoming, sendByFetch, sendByUpload } from './transport.ts';

const requestTimeoutMs = 10_000;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with its leading slash. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly json?: unknown;
  readonly form?: FormData | undefined;
  /** A body of its own type, which `headers` name. */
  readonly bytes?: Blob | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Aborting it rejects the call with an ApiError of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called with 0..1 while a form with files, or bytes, go up; 1 means that the server works on it. */
  readonly onUploadProgress?: ((fraction: number) => void) | undefined;
  /** Told of the journal's entry that a write left. */
  readonly onEntry?: ((entry: number) => void) | undefined;
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean | undefined;
}

export interface ApiClient {
  /**
   * The parsed body of a successful answer, `undefined` for an empty one. Everything else is an ApiError, a body that says
   * `success: false` under status 200 included.
   */
  call(call: ApiRequest): Promise<unknown>;
  /** A file that the server makes, with the name it gives it. @throws ApiError like `call` */
  download(file: {
    readonly path: string;
    readonly query?: Query | undefined;
  }): Promise<{ readonly content: Blob; readonly name: string }>;
  /** Reads server-sent events until the server ends them or the signal is aborted. @throws when there is no such stream */
  listen(stream: {
    readonly path: string;
    readonly signal: AbortSignal;
    readonly onEvent: (event: ServerEvent) => void;
  }): Promise<void>;
}

export interface ApiSession {
  readonly token: string;
  readonly tokenType: string;
}

export interface ApiClientOptions {
  readonly baseUrl: string;
  /** Asked again for every call. */
  readonly readSession: () => ApiSession | undefined;
  /** Told of every 401 with the token that the refused call carried, so that an old call cannot end a new session. */
  readonly onUnauthenticated: (token: string | undefined) => void;
  /** Told of the path of a call that the account lacks a permission for. */
  readonly onPermissionMissing?: (path: string) => void;
  /** Told by answers which settings are in force. */
  readonly onRevision?: (revision: number) => void;
  readonly timeoutMs?: number;
}

/** The content of a response: its `data` if there is such a key, else the body itself. */
export function readData(response: unknown): unknown {
  return isRecord(response) && 'data' in response ? response['data'] : response;
}

function readCode(body: unknown): string | undefined {
  const code = isRecord(body) ? body['code'] : undefined;
  return typeof code === 'string' && code !== '' ? code : undefined;
}

function readErrors(body: unknown): Record<string, string> | undefined {
  const errors = isRecord(body) ? body['errors'] : undefined;
  if (!isRecord(errors)) return undefined;
  const texts = Object.entries(errors).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

function readDetails(body: unknown): Record<string, unknown> | undefined {
  const details = isRecord(body) ? body['details'] : undefined;
  return isRecord(details) ? details : undefined;
}

function readBody({ status, text }: Pick<Incoming, 'status' | 'text'>): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (status >= 200 && status < 300) throw new ApiError({ kind: 'http', status });
    return undefined;
  }
}

/** The name that a `Content-Disposition` gives a file; blank for none. */
function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain = ''] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}

/** The one way to the server. It knows no store, no router and no toast: what a 401 means is told to it. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, readSession, onUnauthenticated, onPermissionMissing, onRevision } = options;
  const { timeoutMs = requestTimeoutMs } = options;

  return {
    async call({
      method,
      path,
      query,
      json,
      form,
      bytes,
      headers,
      signal,
      onUploadProgress,
      onEntry,
      keepalive,
    }) {
      const session = readSession();
      const outgoing = {
        url: `${baseUrl}${path}${encodeQuery(query)}`,
        method,
        headers: {
          accept: 'application/json',
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(session ? { authorization: `${session.tokenType} ${session.token}` } : {}),
          ...headers,
        },
        body: bytes ?? form ?? (json === undefined ? undefined : JSON.stringify(json)),
        signal,
        keepalive: keepalive ?? false,
        timeoutMs,
      };
      const incoming =
        bytes || (form && (onUploadProgress || hasFile(form)))
          ? await sendByUpload(outgoing, onUploadProgress)
          : await sendByFetch(outgoing);
      const { status, revision } = incoming;
      if (revision !== undefined) onRevision?.(revision);
      if (status === 401) onUnauthenticated(session?.token);
      const body = readBody(incoming);
      if (status === 403 && readCode(body) === permissionMissing) onPermissionMissing?.(path);
      if (status < 200 || status >= 300 || !readSuccess(body)) {
        throw new ApiError({
          kind: 'http',
          status,
          code: readCode(body),
          serverMessage: readMessage(body),
          errors: readErrors(body),
          details: readDetails(body),
        });
      }
      const entry = Number(incoming.entry ?? 0);
      if (Number.isInteger(entry) && entry > 0) onEntry?.(entry);
      return body;
    },

    async download({ path, query }) {
      const session = readSession();
      const response = await fetch(`${baseUrl}${path}${encodeQuery(query)}`, {
        headers: session ? { authorization: `${session.tokenType} ${session.token}` } : {},
      }).catch(() => {
        throw new ApiError({ kind: 'network', status: 0 });
      });
      const { status } = response;
      if (status === 401) onUnauthenticated(session?.token);
      if (!response.ok) {
        const body = readBody({ status, text: await response.text() });
        throw new ApiError({ kind: 'http', status, code: readCode(body), serverMessage: readMessage(body) });
      }
      const content = await response.blob().catch(() => {
        throw new ApiError({ kind: 'network', status: 0 });
      });
      return { content, name: fileNameIn(response.headers.get('content-disposition') ?? '') };
    },

    async listen({ path, signal, onEvent }) {
      const session = readSession();
      const responseBody = await fetch(`${baseUrl}${path}${encodeQuery()}`, {
        headers: {
          accept: 'text/event-stream',
          ...(session && { authorization: `${session.tokenType} ${session.token}` }),
        },
        signal,
      });
      if (responseBody.status === 401) onUnauthenticated(session?.token);
      const isStream = responseBody.headers.get('content-type')?.startsWith('text/event-stream');
      if (!responseBody.ok || !isStream || !responseBody.body)
        throw new ApiError({ kind: 'http', status: responseBody.status });
      await readEvents(responseBody.body, onEvent);
    },
  };
}
