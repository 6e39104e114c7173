import { isRecord, readMessage, readSuccess } from '#contract/core/envelope';
import { ApiError, permissionMissing, releaseUnsupported } from './api-error.ts';
import { encodeQuery, hasFile, type Query } from './encode.ts';
import { type ServerEvent, readEvents } from './read-events.ts';
import { type Incoming, sendByFetch, sendByUpload } from './transport.ts';

const requestTimeoutMs = 10_000;

/** Writes to the catalogue. A release contains only those of records, so the others are rejected instead of being saved live. */
const catalogueWrites =
  /^\/(?:books(?!\/validate-item$)|series|contributors|imports|spreadsheets|trash|audit-log)(?:\/|$)/;
const liveOnly = 'This can’t be saved into a release. Switch to Live first.';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/api`, with a leading slash. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** True for requests of records. They read and save in the release in which the user works. */
  readonly isInRelease?: boolean | undefined;
  readonly json?: unknown;
  readonly form?: FormData | undefined;
  /** A body whose content type is set in `headers`. */
  readonly bytes?: Blob | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Aborting it rejects the promise with an ApiError of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called with 0 to 1 while a form with files, or bytes, are uploaded; 1 means that the server is processing. */
  readonly onUploadProgress?: ((fraction: number) => void) | undefined;
  /** Called with the ID of the audit log entry that a write created. */
  readonly onEntry?: ((entry: number) => void) | undefined;
  /** True continues the request after the page is closed. */
  readonly keepalive?: boolean | undefined;
}

export interface ApiClient {
  /**
   * Sends a request.
   * @returns the parsed body of a successful response; undefined for an empty one
   * @throws ApiError for every other response, including a body with `success: false` and status 200
   */
  call(call: ApiRequest): Promise<unknown>;
  /**
   * Downloads a file that the server generates, with its file name.
   * @throws ApiError like `call`
   */
  download(file: {
    readonly path: string;
    readonly query?: Query | undefined;
  }): Promise<{ readonly content: Blob; readonly name: string }>;
  /**
   * Reads server-sent events until the server ends the stream or the signal is aborted.
   * @throws if there is no such stream
   */
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
  /** Called for every request. */
  readonly readSession: () => ApiSession | undefined;
  /** Called for every request. Returns the release in which the user works. */
  readonly readRelease?: () => number | undefined;
  /** Called for every 401 with the token of the rejected request, so that an old request cannot end a new session. */
  readonly onUnauthenticated: (token: string | undefined) => void;
  /** Called with the path of a request that the account lacks a permission for. */
  readonly onPermissionMissing?: (path: string) => void;
  /** Called with the revision of the settings in each response. */
  readonly onRevision?: (revision: number) => void;
  readonly timeoutMs?: number;
}

/** Returns the content of a response: its `data` if the key exists, otherwise the body. */
export function readData(response: unknown): unknown {
  return isRecord(response) && 'data' in response ? response['data'] : response;
}

/**
 * Returns the content of a response that must be an object.
 * @throws ApiError if it is not one
 */
export function readObject<Value extends object>(response: unknown): Value {
  const data = readData(response);
  if (!isRecord(data)) throw new ApiError({ kind: 'http', status: 200 });
  return data as Value;
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

/** Returns the file name of a `Content-Disposition` header; blank if there is none. */
function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain = ''] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}

/** Creates the only client of the server. It does not depend on store, router or toasts; callbacks handle their reactions. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, readSession, onUnauthenticated, onPermissionMissing, onRevision } = options;
  const { timeoutMs = requestTimeoutMs, readRelease } = options;

  return {
    async call({
      method,
      path,
      query,
      isInRelease,
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
      const release = readRelease?.();
      if (release !== undefined && !isInRelease && method !== 'GET' && catalogueWrites.test(path))
        throw new ApiError({ kind: 'http', status: 409, code: releaseUnsupported, serverMessage: liveOnly });
      const request = {
        url: `${baseUrl}${path}${encodeQuery(isInRelease ? { ...query, release } : query)}`,
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
      const response =
        bytes || (form && (onUploadProgress || hasFile(form)))
          ? await sendByUpload(request, onUploadProgress)
          : await sendByFetch(request);
      const { status, revision } = response;
      if (revision !== undefined) onRevision?.(revision);
      if (status === 401) onUnauthenticated(session?.token);
      const body = readBody(response);
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
      const entry = Number(response.entry ?? 0);
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
